import { ImagePlus } from 'lucide-react'
import { type ClipboardEvent, type DragEvent, useRef, useState } from 'react'
import { toCallError } from '../../../app/api/results.ts'
import { useAppSelector } from '../../../app/state/store.ts'
import { Button } from '../../../ui/button.tsx'
import { FailureLine } from '../../../ui/failure.tsx'
import { PictureInput } from '../../pictures/picture-input.tsx'
import { uploadPicture } from '../../pictures/upload-picture.ts'

export function usePicture(initialUrl: string) {
  const token = useAppSelector((state) => state.auth.token)
  const [url, setUrl] = useState(initialUrl)
  const [percent, setPercent] = useState<number>()
  const [failure, setFailure] = useState<string>()
  const uploads = useRef(0)

  async function upload(file: File) {
    const number = ++uploads.current
    setFailure(undefined)
    setPercent(0)
    try {
      const onProgress = (share: number) => setPercent(Math.round(share * 100))
      const picture = await uploadPicture(file, token, onProgress, new AbortController().signal)
      if (number === uploads.current) setUrl(picture.url)
    } catch (thrown) {
      if (number === uploads.current) setFailure(toCallError(thrown).errors[0]?.msg)
    } finally {
      if (number === uploads.current) setPercent(undefined)
    }
  }

  function remove() {
    uploads.current++
    setUrl('')
    setPercent(undefined)
    setFailure(undefined)
  }

  return { url, percent, failure, upload, remove }
}

type Picture = ReturnType<typeof usePicture>

export function pictureHandlers({ upload }: Picture) {
  const take = (event: DragEvent | ClipboardEvent, files: FileList) => {
    const file = [...files].find(({ type }) => type.startsWith('image/'))
    if (!file) return
    event.preventDefault()
    void upload(file)
  }
  return {
    onPaste: (event: ClipboardEvent) => take(event, event.clipboardData.files),
    onDragOver: (event: DragEvent) => {
      if (event.dataTransfer.types.includes('Files')) event.preventDefault()
    },
    onDrop: (event: DragEvent) => take(event, event.dataTransfer.files),
  }
}

export function PictureField({ picture }: { picture: Picture }) {
  const input = useRef<HTMLInputElement>(null)
  const { url, percent, failure } = picture

  return (
    <div>
      <p className="mb-1 font-medium">Picture</p>
      <div className="grid gap-3 rounded-lg border border-dashed border-line-strong p-4">
        {url && <img src={url} alt="" className="aspect-2/1 w-full max-w-80 rounded-md object-cover" />}
        <div className="flex flex-wrap items-center gap-2">
          <Button variant="secondary" size="small" onClick={() => input.current?.click()}>
            <ImagePlus size={16} aria-hidden="true" /> {url ? 'Replace picture' : 'Choose picture'}
          </Button>
          {url && (
            <Button variant="quiet-danger" size="small" onClick={picture.remove}>
              Delete picture
            </Button>
          )}
          <span className="text-sm text-muted">Or drop or paste one</span>
        </div>
        {percent !== undefined && (
          <progress value={percent} max={100} aria-label="Uploading" className="w-40 accent-accent" />
        )}
      </div>
      <FailureLine msg={failure} />
      <PictureInput ref={input} label="Picture file" onFile={picture.upload} />
    </div>
  )
}
