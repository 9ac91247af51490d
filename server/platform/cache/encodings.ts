export type Encoding = 'br' | 'gzip'

// Browsers send about 30 characters. Longer lists get uncompressed responses.
const LONGEST_LIST = 500

/** Splits, as a pattern with optional blanks on both sides of a character takes quadratic time on blanks. */
export function acceptedEncoding(list: string): Encoding | undefined {
  if (list.length > LONGEST_LIST) return undefined
  const accepted = list.split(',').map((part) => {
    const [name = '', quality] = part.split(';')
    return quality === undefined || allows(quality.trim()) ? name.trim().toLowerCase() : ''
  })
  return accepted.includes('br') ? 'br' : accepted.includes('gzip') ? 'gzip' : undefined
}

function allows(quality: string): boolean {
  return quality.startsWith('q=') && Number(quality.slice('q='.length)) > 0
}
