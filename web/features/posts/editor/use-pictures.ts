import { type RefObject, useEffect, useRef, useState } from 'react'
import { asApiError } from '../../../app/api/outcome.ts'
import { showErrors } from '../../../app/state/alert-slice.ts'
import { useAppDispatch, useAppSelector } from '../../../app/state/store.ts'
import { uploadPicture } from '../../pictures/upload-picture.ts'
import { applyEdit, replaceText } from './apply-edit.ts'
import { altOf, placeholderFor, withPlaceholder } from './picture-text.ts'

export type Upload = { placeholder: string; name: string; share: number }

/** A placeholder holds the place until the picture is uploaded. */
export function usePictures(area: RefObject<HTMLTextAreaElement | null>) {
  const dispatch = useAppDispatch()
  const token = useAppSelector((state) => state.auth.token)
  const [uploads, setUploads] = useState<Upload[]>([])
  const left = useRef<AbortController>(null)

  useEffect(() => {
    const controller = new AbortController()
    left.current = controller
    return () => controller.abort()
  }, [])

  async function add(file: File) {
    const { current: textarea } = area
    const { signal } = left.current ?? {}
    if (!textarea || !signal || textarea.readOnly) return
    const placeholder = placeholderFor(file.name, textarea.value)
    applyEdit(textarea, withPlaceholder(textarea, placeholder))
    setUploads((all) => [...all, { placeholder, name: file.name, share: 0 }])
    const onProgress = (share: number) =>
      setUploads((all) => all.map((one) => (one.placeholder === placeholder ? { ...one, share } : one)))
    try {
      const { url } = await uploadPicture(file, token, onProgress, signal)
      replaceText(textarea, placeholder, `![${altOf(file.name)}](${url})`)
    } catch (error) {
      if (signal.aborted) return
      replaceText(textarea, placeholder, '')
      dispatch(showErrors(asApiError(error).errors))
    }
    setUploads((all) => all.filter((one) => one.placeholder !== placeholder))
  }

  return { uploads, addAll: (files: Iterable<File>) => void Array.from(files, add) }
}
