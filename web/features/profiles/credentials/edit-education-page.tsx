import { useNavigate } from 'react-router'
import { useAppDispatch } from '../../../app/state/store.ts'
import { updateEducation } from '../profile-calls.ts'
import { CredentialForm } from './credential-form.tsx'
import { educationInputs } from './credential-inputs.ts'
import { asTyped, EditCredential } from './edit-credential.tsx'

export function EditEducationPage() {
  const dispatch = useAppDispatch()
  const navigate = useNavigate()
  return (
    <EditCredential
      noun="Education"
      heading="Edit Education"
      lead="Update this course or degree."
      itemsOf={(profile) => profile.education}
    >
      {(credential) => (
        <CredentialForm
          key={credential._id}
          inputs={educationInputs}
          begin={asTyped(credential)}
          save={(fields, current) =>
            dispatch(updateEducation(credential._id, fields, current, () => navigate('/dashboard')))
          }
        />
      )}
    </EditCredential>
  )
}
