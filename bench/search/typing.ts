import { chromium, type Page } from '@playwright/test'
import { findChromium } from '../../scripts/chromium.ts'
import { openPage } from '../pages.ts'

const PREFIXES = ['pr', 'co', 're', 'in', 'de', 'ex', 'st', 'te', 'lo', 'mi', 'se', 'fo', 'ma', 'ca', 'pe']
// Milliseconds between the letters of a fast typist.
const BETWEEN_LETTERS = 60

/** Milliseconds from the first letter until a result is visible. */
export type TypingTimes = { median: number; slowest: number }

export async function measureTyping(base: string, token: string | undefined): Promise<TypingTimes> {
  const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox'] })
  try {
    const page = await openPage(browser, token)
    await page.goto(`${base}/search`)
    const times: number[] = []
    for (const letters of PREFIXES) times.push(await timeTyping(page, letters))
    times.sort((a, b) => a - b)
    return { median: times[Math.floor(times.length / 2)] ?? 0, slowest: times.at(-1) ?? 0 }
  } finally {
    await browser.close()
  }
}

async function timeTyping(page: Page, letters: string): Promise<number> {
  const field = page.getByRole('searchbox', { name: 'Search for' })
  await field.fill('')
  await page.waitForFunction(() => location.search === '' && document.querySelector('mark') === null)
  await field.focus()
  const elapsed = page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let typed: number | undefined
        addEventListener('keydown', ({ timeStamp }) => (typed ??= timeStamp))
        const check = () => {
          if (typed !== undefined && document.querySelector('mark')) resolve(performance.now() - typed)
          else requestAnimationFrame(check)
        }
        check()
      }),
  )
  await page.keyboard.type(letters, { delay: BETWEEN_LETTERS })
  return elapsed
}
