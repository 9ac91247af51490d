import { build } from 'vite'

/** The tests look at the page as it is served in earnest. */
export default async function buildPage(): Promise<void> {
  await build({ logLevel: 'warn' })
}
