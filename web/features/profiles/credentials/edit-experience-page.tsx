import { useNavigate } from 'react-router'
import { useAppDispatch } from '../../../app/state/store.ts'
import { updateExperience } from '../profile-calls.ts'
import { CredentialForm } from './credential-form.tsx'
import { experienceInputs } from './credential-inputs.ts'
import { asTyped, EditCredential } from './edit-credential.tsx'

export function EditExperiencePage() {
  const dispatch = useAppDispatch()
  const navigate = useNavigate()
  return (
    <EditCredential
      heading="Edit Experience"
      lead="Update this position."
      entriesOf={(profile) => profile.experience}
    >
      {(entry) => (
        <CredentialForm
          key={entry._id}
          inputs={experienceInputs}
          begin={asTyped(entry)}
          save={(fields, current) =>
            dispatch(updateExperience(entry._id, fields, current, () => navigate('/dashboard')))
          }
        />
      )}
    </EditCredential>
  )
}
