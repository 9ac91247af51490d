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
      noun="Experience"
      heading="Edit Experience"
      lead="Update this position."
      itemsOf={(profile) => profile.experience}
    >
      {(credential) => (
        <CredentialForm
          key={credential._id}
          inputs={experienceInputs}
          begin={asTyped(credential)}
          save={(fields, current) =>
            dispatch(updateExperience(credential._id, fields, current, () => navigate('/dashboard')))
          }
        />
      )}
    </EditCredential>
  )
}
