import { ProfileEditor } from './profile-editor.tsx'

export function EditProfilePage() {
  return <ProfileEditor heading="Edit Profile" lead="What others see when they look you up." />
}
