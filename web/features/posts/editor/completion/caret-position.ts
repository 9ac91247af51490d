const COPIED = [
  'boxSizing',
  'width',
  'paddingTop',
  'paddingRight',
  'paddingBottom',
  'paddingLeft',
  'borderTopWidth',
  'borderLeftWidth',
  'borderRightWidth',
  'borderStyle',
  'fontFamily',
  'fontSize',
  'fontWeight',
  'letterSpacing',
  'wordSpacing',
  'lineHeight',
  'tabSize',
  'direction',
] as const

/** Only a copy of the text can be measured. */
export function caretPlace(area: HTMLTextAreaElement, at: number): { left: number; bottom: number } {
  const copy = document.createElement('div')
  const style = getComputedStyle(area)
  for (const property of COPIED) copy.style[property] = style[property]
  Object.assign(copy.style, { position: 'fixed', visibility: 'hidden', top: '0', left: '0' })
  Object.assign(copy.style, { whiteSpace: 'pre-wrap', overflowWrap: 'break-word' })
  const mark = document.createElement('span')
  mark.textContent = area.value.slice(at, at + 1) || '.'
  copy.append(area.value.slice(0, at), mark)
  document.body.append(copy)
  const { offsetLeft, offsetTop, offsetHeight } = mark
  copy.remove()
  return { left: offsetLeft - area.scrollLeft, bottom: offsetTop + offsetHeight - area.scrollTop }
}
