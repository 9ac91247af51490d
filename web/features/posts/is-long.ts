const LINES = 12
/** Folding a slightly longer text would hide almost nothing. */
const SLACK = 3
const PICTURE_LINES = 10

/** Estimated: measuring would force a layout of every item of a long list. */
export function isLong(text: string, isMarkdown: boolean): boolean {
  const perLine = innerWidth < 640 ? 48 : 76
  let lines = 0
  let isCode = false
  for (const line of text.split('\n', LINES + SLACK + 1)) {
    const isFence = isMarkdown && /^ {0,3}(```|~~~)/.test(line)
    if (isFence) isCode = !isCode
    // Lines of code do not wrap; all others do.
    lines += isCode || isFence ? 1 : Math.max(1, Math.ceil(width(line) / perLine))
    if (isMarkdown && line.includes('](/pictures/')) lines += PICTURE_LINES
  }
  return lines > LINES + SLACK
}

/** Wide characters, such as Chinese ones, count as two. */
const width = (line: string) =>
  line.length + (line.match(/[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uff00-\uff60]/g)?.length ?? 0)
