import type { Ref } from 'react'
import { PICTURE_TYPES } from './upload-picture.ts'

type Props = { ref: Ref<HTMLInputElement>; label: string; onFile: (file: File) => void }

/** Hidden, because a button opens it. */
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
        // So that the same file can be chosen again.
        target.value = ''
        if (file) onFile(file)
      }}
    />
  )
}
