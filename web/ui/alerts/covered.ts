export function coversNothing(element: Element): boolean {
  const area = element.getBoundingClientRect()
  const fields = document.querySelectorAll('main :is(input, textarea, select, button[type="submit"])')
  const { activeElement } = document
  const pressed = activeElement?.closest('main') && activeElement.matches('a, button') ? [activeElement] : []
  return [...fields, ...pressed].every((field) => {
    const { top, bottom, left, right } = field.getBoundingClientRect()
    return bottom <= area.top || top >= area.bottom || right <= area.left || left >= area.right
  })
}
