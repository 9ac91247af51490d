type Piece = { kind: 'text' | 'link'; value: string; at: number }

// Bidirectional control characters end an address: they can make it look like another one.
const ADDRESS = /https?:\/\/[^\s<>"`\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gi
const PUNCTUATION = ".,;:!?'*_~"

export function splitLinks(text: string): Piece[] {
  const pieces: Piece[] = []
  let end = 0
  for (const match of text.matchAll(ADDRESS)) {
    const value = withoutTail(match[0])
    if (!isWebAddress(value)) continue
    if (match.index > end) pieces.push({ kind: 'text', value: text.slice(end, match.index), at: end })
    pieces.push({ kind: 'link', value, at: match.index })
    end = match.index + value.length
  }
  if (end < text.length) pieces.push({ kind: 'text', value: text.slice(end), at: end })
  return pieces
}

function withoutTail(address: string): string {
  let length = address.length
  let open = count(address, '(') - count(address, ')')
  while (length > 0) {
    const last = address.charAt(length - 1)
    if (last === ')' && open < 0) open += 1
    else if (!PUNCTUATION.includes(last) && last !== ']' && last !== '}') break
    length -= 1
  }
  return address.slice(0, length)
}

const count = (text: string, character: string) => text.split(character).length - 1

/** The only kind of address that may become a link. */
export function isWebAddress(address: string): boolean {
  const url = URL.parse(address)
  return url !== null && /^https?:$/.test(url.protocol) && url.hostname !== ''
}
