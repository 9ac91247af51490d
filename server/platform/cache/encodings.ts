/** How a response can be compressed. */
export type Encoding = 'br' | 'gzip'

// Browsers send about 30 characters. Whoever sends more than this gets uncompressed responses.
const LONGEST_LIST = 500

/**
 * The best encoding that an Accept-Encoding header allows; undefined if it allows none of ours. Split by hand: a
 * pattern with optional blanks on both sides of a character takes quadratic time on blanks.
 */
export function acceptedEncoding(list: string): Encoding | undefined {
  if (list.length > LONGEST_LIST) return undefined
  const accepted = list.split(',').map((part) => {
    const [name = '', quality] = part.split(';')
    return quality === undefined || allows(quality.trim()) ? name.trim().toLowerCase() : ''
  })
  return accepted.includes('br') ? 'br' : accepted.includes('gzip') ? 'gzip' : undefined
}

/** Whether a weight such as `q=0.5` is valid and above zero. */
function allows(quality: string): boolean {
  return quality.startsWith('q=') && Number(quality.slice('q='.length)) > 0
}
