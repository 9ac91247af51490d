import { useState } from 'react'

const sizes = {
  small: 'size-9 text-xs',
  normal: 'size-12 text-base',
  large: 'size-20 text-2xl',
  huge: 'size-28 text-4xl',
}

type Props = { name: string; src: string; size?: keyof typeof sizes }

/** The picture of someone whose name stands beside it; one that does not load lets the initials show. */
export function Avatar({ name, src, size = 'normal' }: Props) {
  const [missing, setMissing] = useState<string>()
  return (
    <span
      className={`relative grid shrink-0 place-items-center overflow-hidden rounded-full border border-line bg-accent-soft font-mono font-medium text-accent-strong select-none ${sizes[size]}`}
    >
      <span aria-hidden="true">{initials(name)}</span>
      <img
        src={src || undefined}
        alt=""
        width={200}
        height={200}
        loading="lazy"
        className={`absolute inset-0 size-full object-cover ${missing === src ? 'missing-picture' : ''}`}
        onError={() => setMissing(src)}
      />
    </span>
  )
}

/** The first letters of the first and the last word. */
export function initials(name: string): string {
  const words = name.split(/[\s\p{C}]+/u).filter(Boolean)
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words
  return ends.map((word) => [...(word ?? '')][0]?.toLocaleUpperCase() ?? '').join('')
}
