import { ProfileEditor } from './profile-editor.tsx'

export function CreateProfilePage() {
  return (
    <ProfileEditor
      heading="Create Profile"
      lead="Let's get some information to make your profile stand out."
    />
  )
}
