import type { Ref } from 'react'
import { PICTURE_TYPES } from './upload-picture.ts'

type Props = { ref: Ref<HTMLInputElement>; label: string; onFile: (file: File) => void }

export function PictureInput({ ref, label, onFile }: Props) {
  return (
    <input
      ref={ref}
      type="file"
      hidden
      accept={PICTURE_TYPES.join()}
      aria-label={label}
      onChange={({ target }) => {
        const file = target.files?.[0]
        target.value = ''
        if (file) onFile(file)
      }}
    />
  )
}
