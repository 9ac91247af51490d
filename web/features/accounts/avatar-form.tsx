import { useRef, useState } from 'react'
import { useAppDispatch, useAppSelector } from '../../app/state/store.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { useForm } from '../../ui/forms/use-form.ts'
import { PictureInput } from '../pictures/picture-input.tsx'
import { changeAvatar } from './account-api.ts'

/** The preview is empty until the file has been read. */
type Chosen = { file: File; preview: string }

export function AvatarForm() {
  const dispatch = useAppDispatch()
  const user = useAppSelector((state) => state.auth.user)
  const input = useRef<HTMLInputElement>(null)
  const choose = useRef<HTMLButtonElement>(null)
  const [chosen, setChosen] = useState<Chosen>()
  const [percent, setPercent] = useState(0)

  const { onSubmit, pending, errors } = useForm(async () => {
    const file = chosen?.file
    const failures = await dispatch(changeAvatar(file, (share) => setPercent(Math.round(share * 100))))
    setPercent(0)
    if (failures.length > 0) return failures
    // Another file may have been chosen during the upload.
    setChosen((current) => (current?.file === file ? undefined : current))
    choose.current?.focus()
    return []
  })

  async function choosePicture(file: File) {
    setChosen({ file, preview: '' })
    const preview = await readAsAddress(file)
    setChosen((current) => (current?.file === file ? { file, preview } : current))
  }

  function drop() {
    setChosen(undefined)
    choose.current?.focus()
  }

  if (!user) return null
  const isOwn = user.avatar?.startsWith('/pictures/') ?? false
  return (
    <section className="grid gap-4">
      <h2 className="text-lg font-semibold">Profile picture</h2>
      <div className="flex flex-wrap items-start gap-x-5 gap-y-3">
        <Avatar id={user._id} name={user.name} src={chosen?.preview || user.avatar || ''} size="huge" />
        <div className="grid min-w-0 flex-1 basis-60 gap-3">
          <p className="text-sm text-muted">
            PNG, JPEG, WebP or GIF, up to 5 MB. Without one, we use the avatar service's image for your email.
          </p>
          <div className="flex flex-wrap gap-2">
            <Button ref={choose} variant="secondary" onClick={() => input.current?.click()}>
              Choose picture
            </Button>
            {(chosen || isOwn) && (
              <form onSubmit={onSubmit}>
                <Button type="submit" variant={chosen ? 'primary' : 'quiet-danger'} pending={pending}>
                  {chosen ? 'Save picture' : 'Delete picture'}
                </Button>
              </form>
            )}
            {chosen && (
              <Button variant="quiet" onClick={drop}>
                Cancel
              </Button>
            )}
          </div>
          {pending && chosen && (
            <progress value={percent} max={100} aria-label="Uploading" className="w-40 accent-accent" />
          )}
          {errors[0] && <p className="text-sm font-medium text-danger">{errors[0].msg}</p>}
        </div>
        <PictureInput ref={input} label="Picture" onFile={choosePicture} />
      </div>
    </section>
  )
}

/** A data: URL, because the content security policy allows no other way to display a file. */
function readAsAddress(file: File): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>()
  const reader = new FileReader()
  reader.onload = () => resolve(String(reader.result))
  reader.onerror = () => resolve('')
  reader.readAsDataURL(file)
  return promise
}
