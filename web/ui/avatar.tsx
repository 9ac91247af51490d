import { memo, useState } from 'react'
import { hueClass, PatternImage } from './pattern.tsx'

const sizes = {
  tiny: 'size-6 rounded-md text-[0.625rem]',
  small: 'size-8 rounded-lg text-sm',
  normal: 'size-10 rounded-[0.625rem] text-base',
  large: 'size-14 rounded-xl text-xl',
  huge: 'size-24 rounded-2xl text-2xl',
}

type Props = {
  id: string
  name: string
  src: string
  size?: keyof typeof sizes
  className?: string
}

export const Avatar = memo(function Avatar({ id, name, src, size = 'normal', className = '' }: Props) {
  const [missing, setMissing] = useState<string>()
  return (
    <span
      className={`pattern ${hueClass(id)} isolate grid shrink-0 place-items-center overflow-hidden font-semibold select-none ${sizes[size]} ${className || 'relative'}`}
    >
      <PatternImage id={id} columns={3} rows={3} className="absolute inset-0 -z-10 size-full" />
      {/* Not text: a link that names a person contains only the name. */}
      <span
        aria-hidden="true"
        data-initials={initials(name)}
        className="before:content-[attr(data-initials)]"
      />
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
})

/** Emoji may contain U+200D, so it separates no words. */
export function initials(name: string): string {
  const words = name.split(/(?:(?!\u200d)[\s\p{P}\p{C}])+/u).filter(Boolean)
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words
  return ends.map((word) => [...(word ?? '')][0]?.toLocaleUpperCase() ?? '').join('')
}
