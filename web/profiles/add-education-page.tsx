import { useNavigate } from 'react-router'
import { useAppDispatch } from '../store.ts'
import { Page } from '../ui/frame.tsx'
import { CredentialForm } from './credential-form.tsx'
import { educationInputs } from './credential-inputs.ts'
import { addEducation } from './profile-calls.ts'

export function AddEducationPage() {
  const dispatch = useAppDispatch()
  const navigate = useNavigate()
  return (
    <Page heading="Add Education" lead="Where you study or studied, courses and bootcamps included.">
      <CredentialForm
        inputs={educationInputs}
        save={(fields, current) => dispatch(addEducation(fields, current, () => navigate('/dashboard')))}
      />
    </Page>
  )
}
