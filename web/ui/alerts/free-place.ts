/** What someone is about to use; the rows of a list scroll away anyway. */
const CONTROLS = 'main :is(input, textarea, select, button[type="submit"], a:focus, button:focus)'
const GAP = 8
/** Below the navigation bar. */
const TOP = 64

/** How far a box must move up to cover no such control; undefined if no place is large enough. */
export function findLift(box: Element): number | undefined {
  const { bottom, height, left, right } = box.getBoundingClientRect()
  const controls = [...document.querySelectorAll(CONTROLS)]
    .map((control) => control.getBoundingClientRect())
    .filter((rect) => rect.width > 1 && rect.left < right && rect.right > left)
    .sort((one, other) => other.bottom - one.bottom)
  let floor = bottom
  for (const rect of controls) {
    if (rect.bottom <= floor - height) break
    if (rect.top < floor) floor = Math.min(floor, rect.top - GAP)
  }
  return floor - height < TOP ? undefined : bottom - floor
}
