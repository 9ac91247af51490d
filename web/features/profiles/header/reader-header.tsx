import { FollowPerson } from '../../feeds/follows/follow-button.tsx'
import { usePersonMenu } from '../../posts/menu/person-menu.tsx'
import { ProfileHeader, type ProfileHeaderProps } from './profile-header.tsx'

export function ReaderHeader({ actions, ...props }: ProfileHeaderProps) {
  const { person } = props
  const { menu, reasonForm } = usePersonMenu({ noun: 'person', person, target: { user: person._id } })
  return (
    <ProfileHeader
      {...props}
      actions={
        <>
          <FollowPerson person={person} />
          {actions}
          {menu}
        </>
      }
    >
      {reasonForm}
    </ProfileHeader>
  )
}
