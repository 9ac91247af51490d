import { execFileSync } from 'node:child_process'

/** Tests use the production build, which is rebuilt if it is stale. */
export default function buildPage(): void {
  execFileSync(process.execPath, ['scripts/setup.mjs'], { stdio: ['ignore', 'ignore', 'inherit'] })
}
