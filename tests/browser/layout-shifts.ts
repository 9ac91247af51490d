import type { Page } from '@playwright/test'

type LayoutShift = PerformanceEntry & {
  value: number
  sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[]
}

export function layoutShifts(page: Page): Promise<string[]> {
  return page.evaluate(
    () =>
      new Promise<string[]>((resolve) => {
        const shifts: string[] = []
        const nameOf = (node: Node | null) =>
          node instanceof Element ? (node.cloneNode() as Element).outerHTML : node?.textContent
        const describeRect = ({ x, y, width, height }: DOMRect) => `${width} × ${height} at ${x}, ${y}`
        new PerformanceObserver((list) => {
          for (const { value, sources } of list.getEntries() as LayoutShift[]) {
            const moves = sources.map(
              ({ node, previousRect, currentRect }) =>
                `${nameOf(node)} from ${describeRect(previousRect)} to ${describeRect(currentRect)}`,
            )
            shifts.push(`${value}: ${moves.join(', ')}`)
          }
        }).observe({ type: 'layout-shift', buffered: true })
        requestAnimationFrame(() => setTimeout(() => resolve(shifts)))
      }),
  )
}
