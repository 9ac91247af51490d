type Props = { id: string; columns: number; rows: number; className?: string }

export function PatternImage({ id, columns, rows, className = '' }: Props) {
  return (
    <svg
      viewBox={`0 0 ${columns} ${rows}`}
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
      className={`pattern ${hueClass(id)} ${className}`}
    >
      <rect width={columns} height={rows} className="tone-ground" />
      <path d={patternPath(id, columns, rows)} className="tone-figure" />
    </svg>
  )
}

const HUES = 12

function seedOf(id: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < id.length; index += 1) {
    hash = Math.imul(hash ^ id.charCodeAt(index), 0x01000193)
  }
  return mix(hash)
}

function mix(value: number): number {
  let mixed = Math.imul(value ^ (value >>> 16), 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  return (mixed ^ (mixed >>> 16)) >>> 0
}

export function hueClass(id: string): string {
  return `hue-${seedOf(id) % HUES}`
}

// Each tile is a quarter disc in one of the corners, half of the tile, or empty.
const tiles = [
  'h1a1 1 0 0 1-1 1z',
  'h1v1a1 1 0 0 1-1-1z',
  'm1 1h-1a1 1 0 0 1 1-1z',
  'm0 1v-1a1 1 0 0 1 1 1z',
  'h1l-1 1z',
  'm1 0v1h-1z',
  'm0 .5h1v.5h-1z',
  '',
]

export function patternPath(id: string, columns: number, rows: number): string {
  const seed = seedOf(`${id}:pattern`)
  let path = ''
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      const tile = tiles[mix(seed + column * 7919 + row * 104729) % tiles.length]
      if (tile) path += `M${column} ${row}${tile}`
    }
  }
  return path
}
