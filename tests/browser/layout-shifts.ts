import type { Page } from '@playwright/test'

type LayoutShift = PerformanceEntry & {
  sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[]
}

/** What has moved since the page was opened. */
export function layoutShifts(page: Page): Promise<string[]> {
  return page.evaluate(
    () =>
      new Promise<string[]>((resolve) => {
        const moves: string[] = []
        const rect = ({ x, y, width, height }: DOMRect) => `${width} × ${height} at ${x}, ${y}`
        new PerformanceObserver((list) => {
          for (const { sources } of list.getEntries() as LayoutShift[]) {
            for (const { node, previousRect, currentRect } of sources) {
              const shown = node instanceof Element ? node.cloneNode() : node
              const name = shown instanceof Element ? shown.outerHTML : shown?.textContent
              moves.push(`${name}: ${rect(previousRect)} → ${rect(currentRect)}`)
            }
          }
        }).observe({ type: 'layout-shift', buffered: true })
        requestAnimationFrame(() => setTimeout(() => resolve(moves)))
      }),
  )
}
