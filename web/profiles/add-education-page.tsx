import { useNavigate } from 'react-router'
import { useAppDispatch } from '../store.ts'
import { Page } from '../ui/frame.tsx'
import { CredentialForm } from './credential-form.tsx'
import { addEducation } from './profile-calls.ts'

const inputs = [
  { name: 'school', label: 'School', required: true },
  { name: 'degree', label: 'Degree', required: true },
  { name: 'fieldofstudy', label: 'Field of Study' },
]

export function AddEducationPage() {
  const dispatch = useAppDispatch()
  const navigate = useNavigate()
  return (
    <Page heading="Add Education" lead="A school, course or bootcamp that you attend or attended.">
      <CredentialForm
        inputs={inputs}
        currentLabel="Current School"
        save={(fields, current) => dispatch(addEducation(fields, current, () => navigate('/dashboard')))}
      />
    </Page>
  )
}
