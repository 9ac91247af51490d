import { type RefObject, useEffect, useRef, useState } from 'react'
import { toCallError } from '../../../app/api/results.ts'
import { showErrors } from '../../../app/state/alert-slice.ts'
import { useAppDispatch, useAppSelector } from '../../../app/state/store.ts'
import { uploadPicture } from '../../pictures/upload-picture.ts'
import { applyEdit, replaceText } from './apply-edit.ts'
import type { TextEdit } from './text-edit.ts'

type Upload = { placeholder: string; name: string; share: number }

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
      dispatch(showErrors(toCallError(error).errors))
    }
    setUploads((all) => all.filter((one) => one.placeholder !== placeholder))
  }

  return { uploads, addAll: (files: Iterable<File>) => void Array.from(files, add) }
}

export function UploadProgress({ upload: { name, share } }: { upload: Upload }) {
  const percent = Math.round(share * 100)
  return (
    <p className="mt-1 flex items-center gap-2 text-sm text-muted">
      <span className="min-w-0 truncate">Uploading {name}</span>
      <progress value={percent} max={100} aria-label={`Uploading ${name}`} className="w-24 accent-accent" />
      <span className="font-mono" aria-hidden="true">
        {percent} %
      </span>
    </p>
  )
}

const STALE = /!\[Uploading [^\]\n]*…\]\(\)\n?/g

export function placeholderFor(fileName: string, text: string): string {
  const name = plainName(fileName)
  for (let count = 1; ; count += 1) {
    const placeholder = `![Uploading ${name}${count > 1 ? ` ${count}` : ''}…]()`
    if (!text.includes(placeholder)) return placeholder
  }
}

export const withoutPlaceholders = (text: string): string => text.replace(STALE, '')

export function altOf(fileName: string): string {
  const name = plainName(fileName).replace(/\.\w+$/, '')
  // Browsers give this name to a picture from the clipboard.
  return name === '' || name === 'image' ? 'Picture' : name
}

const plainName = (fileName: string) => fileName.replace(/[[\]()\\`*_<>!\s]+/g, ' ').trim()

type Area = { value: string; selectionStart: number; selectionEnd: number }

export function withPlaceholder({ value, selectionEnd: at }: Area, placeholder: string): TextEdit {
  const lead = at > 0 && value.charAt(at - 1) !== '\n' ? '\n' : ''
  const insert = `${lead}${placeholder}\n`
  return { start: at, end: at, insert, select: [at + insert.length, at + insert.length] }
}
