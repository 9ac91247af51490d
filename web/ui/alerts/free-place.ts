/** What someone is about to use. */
export const FIELDS = 'main :is(input, textarea, select, button[type="submit"], a:focus, button:focus)'
/** Also what they may read or press next; the rows of a list scroll away anyway. */
export const CONTROLS = `${FIELDS}, main form :is(label, p), main :is(a, button):not(li *, article *, p *, td *)`
/** Long lists may have one of these everywhere. */
export const ALL_CONTROLS = `${CONTROLS}, main :is(a, button)`
const GAP = 8
/** Below the navigation bar. */
const TOP = 64

/** How far a box must move up to cover none of them; undefined if no place is large enough. */
export function findLift(box: Element, controls: string, highest = TOP): number | undefined {
  const { bottom, height, left, right } = box.getBoundingClientRect()
  const covered = [...document.querySelectorAll(controls)]
    // Measuring what is skipped far below would lay it out.
    .filter((control) => control.checkVisibility({ contentVisibilityAuto: true }))
    .map((control) => control.getBoundingClientRect())
    .filter((rect) => rect.width > 1 && rect.left < right && rect.right > left)
    .sort((one, other) => other.bottom - one.bottom)
  let floor = bottom
  for (const rect of covered) {
    if (rect.bottom <= floor - height) break
    if (rect.top < floor) floor = Math.min(floor, rect.top - GAP)
  }
  return floor - height < highest ? undefined : bottom - floor
}

export function isInView(element: Element | null | undefined): boolean {
  if (!element) return false
  const { top, bottom } = element.getBoundingClientRect()
  return bottom > TOP && top < innerHeight
}
