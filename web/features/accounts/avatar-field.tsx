import { useRef, useState } from 'react'
import { useAppDispatch, useAppSelector } from '../../app/state/store.ts'
import { useIsExtended } from '../../app/state/use-site.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { PictureInput } from '../pictures/picture-input.tsx'
import { changeAvatar } from './account-api.ts'

/** Uploads at once, because the form around it sends only text. */
export function AvatarField() {
  const dispatch = useAppDispatch()
  const isExtended = useIsExtended()
  const user = useAppSelector((state) => state.auth.user)
  const input = useRef<HTMLInputElement>(null)
  const [pending, setPending] = useState(false)

  async function upload(file: File) {
    setPending(true)
    await dispatch(changeAvatar(file, () => {}))
    setPending(false)
  }

  if (!isExtended || !user) return null
  return (
    <div className="flex items-center gap-4">
      <Avatar id={user._id} name={user.name} src={user.avatar ?? ''} size="large" />
      <Button variant="secondary" size="small" pending={pending} onClick={() => input.current?.click()}>
        Choose picture
      </Button>
      <PictureInput ref={input} label="Picture" onFile={upload} />
    </div>
  )
}
