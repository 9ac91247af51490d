import { ProfileEditor } from './profile-editor.tsx'

export function EditProfilePage() {
  return <ProfileEditor heading="Edit Profile" lead="This is what others see." />
}
