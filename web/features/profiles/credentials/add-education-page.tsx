import { useNavigate } from 'react-router'
import { useAppDispatch } from '../../../app/state/store.ts'
import { Page } from '../../../ui/layout/frame.tsx'
import { addEducation } from '../profile-calls.ts'
import { CredentialForm } from './credential-form.tsx'
import { educationInputs } from './credential-inputs.ts'

export function AddEducationPage() {
  const dispatch = useAppDispatch()
  const navigate = useNavigate()
  return (
    <Page heading="Add Education" lead="Courses and bootcamps count too.">
      <CredentialForm
        inputs={educationInputs}
        save={(fields, current) => dispatch(addEducation(fields, current, () => navigate('/dashboard')))}
      />
    </Page>
  )
}
