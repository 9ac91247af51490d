/** How an answer can be compressed. */
export type Encoding = 'br' | 'gzip'

// Browsers send about 30 characters. Whoever sends more than this is answered uncompressed.
const LONGEST_LIST = 500

// Clients send the same few lists again and again.
const MAX_REMEMBERED = 100
const remembered = new Map<string, Encoding | undefined>()

/** The best encoding that an Accept-Encoding header allows; undefined if it allows none of ours. */
export function acceptedEncoding(list: string): Encoding | undefined {
  if (list.length > LONGEST_LIST) return undefined
  if (remembered.has(list)) return remembered.get(list)
  if (remembered.size >= MAX_REMEMBERED) remembered.clear()
  const encoding = bestOf(list)
  remembered.set(list, encoding)
  return encoding
}

// Split by hand: a pattern with optional blanks on both sides of a character takes quadratic time on blanks.
function bestOf(list: string): Encoding | undefined {
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
