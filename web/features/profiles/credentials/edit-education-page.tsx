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
      heading="Edit Education"
      lead="Update this entry."
      entriesOf={(profile) => profile.education}
    >
      {(entry) => (
        <CredentialForm
          key={entry._id}
          inputs={educationInputs}
          begin={asTyped(entry)}
          save={(fields, current) =>
            dispatch(updateEducation(entry._id, fields, current, () => navigate('/dashboard')))
          }
        />
      )}
    </EditCredential>
  )
}
