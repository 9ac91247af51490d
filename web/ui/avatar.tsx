import { useState } from 'react'

/** Pictures that did not load; hidden and lazy, the browser does not ask for them again. */
const broken = new Set<string>()

const sizes = {
  small: 'size-9 text-xs',
  normal: 'size-12 text-base',
  large: 'size-20 text-2xl',
  huge: 'size-28 text-4xl',
}

type Props = { name: string; src: string; size?: keyof typeof sizes }

/** The picture of someone whose name stands beside it; initials where there is none. */
export function Avatar({ name, src, size = 'normal' }: Props) {
  const [isBroken, setBroken] = useState(() => broken.has(src))
  return (
    <span
      className={`relative grid shrink-0 place-items-center overflow-hidden rounded-full border border-line bg-accent-soft font-mono font-medium text-accent-strong select-none ${sizes[size]}`}
    >
      <span aria-hidden="true">{initials(name)}</span>
      <img
        src={src}
        alt=""
        width={200}
        height={200}
        loading="lazy"
        hidden={isBroken}
        className="absolute inset-0 size-full object-cover"
        onError={() => {
          broken.add(src)
          setBroken(true)
        }}
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
