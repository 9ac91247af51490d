import { hueClass, patternPath } from './pattern.ts'

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
