import { execFileSync } from 'node:child_process'

/** The tests look at the product as it is served in earnest: built, if it is stale. */
export default function buildPage(): void {
  execFileSync(process.execPath, ['scripts/setup.mjs'], { stdio: ['ignore', 'ignore', 'inherit'] })
}
