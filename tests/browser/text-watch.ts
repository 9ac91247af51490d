import type { Page } from '@playwright/test'

declare global {
  interface Window {
    framesWithout: number
    awaited: { text: string; since: number }
    timesOnScreen: number
  }
}

const PATIENCE = 250

/** Call before the page opens. Counts frames with neither the text nor a spinner. */
export async function watchFrames(page: Page, text: string): Promise<void> {
  const watched = { text, patience: PATIENCE }
  await page.addInitScript(({ text, patience }) => {
    window.framesWithout = 0
    window.awaited = { text, since: 0 }
    const countFrame = () => {
      const { text, since } = window.awaited
      const isStarted = document.getElementById('root')?.hasChildNodes()
      const spinner = document.querySelector('img[alt="Loading..."]')
      const isSpinning = spinner?.checkVisibility({ visibilityProperty: true })
      const isThere = isSpinning || document.body?.textContent.includes(text)
      if (isStarted && performance.now() > since + patience && !isThere) window.framesWithout += 1
      requestAnimationFrame(countFrame)
    }
    requestAnimationFrame(countFrame)
  }, watched)
}

export async function framesWithout(page: Page, text: string): Promise<number> {
  await page.getByText(text).first().waitFor()
  return page.evaluate(() => window.framesWithout)
}

export async function followWatched(page: Page, link: string, text: string): Promise<number> {
  await page.evaluate((text) => {
    window.framesWithout = 0
    window.awaited = { text, since: performance.now() }
  }, text)
  await page.getByRole('link', { name: link }).first().click()
  return framesWithout(page, text)
}

/** Returns the largest number of simultaneous occurrences, textareas included. */
export async function watchText(page: Page, text: string): Promise<() => Promise<number>> {
  await page.evaluate((text) => {
    window.timesOnScreen = 0
    const count = (within: string) => within.split(text).length - 1
    const countOccurrences = () => {
      // The text node of a textarea is its initial value.
      const areas = [...document.querySelectorAll('textarea')]
      const typed = areas.map(({ value, textContent }) => count(value) - count(textContent))
      const times = typed.reduce((sum, times) => sum + times, count(document.body.textContent))
      window.timesOnScreen = Math.max(window.timesOnScreen, times)
    }
    new MutationObserver(countOccurrences).observe(document.body, {
      attributes: true,
      characterData: true,
      childList: true,
      subtree: true,
    })
  }, text)
  return () => page.evaluate(() => window.timesOnScreen)
}
