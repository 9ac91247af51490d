import { useNavigate } from 'react-router'
import { useAppDispatch } from '../store.ts'
import { Page } from '../ui/frame.tsx'
import { CredentialForm } from './credential-form.tsx'
import { addExperience } from './profile-calls.ts'

const inputs = [
  { name: 'title', label: 'Job Title', required: true, autoComplete: 'organization-title' },
  { name: 'company', label: 'Company', required: true, autoComplete: 'organization' },
  { name: 'location', label: 'Location' },
]

export function AddExperiencePage() {
  const dispatch = useAppDispatch()
  const navigate = useNavigate()
  return (
    <Page heading="Add Experience" lead="A position that you have, or had in the past.">
      <CredentialForm
        inputs={inputs}
        currentLabel="Current Job"
        save={(fields, current) => dispatch(addExperience(fields, current, () => navigate('/dashboard')))}
      />
    </Page>
  )
}
