import { useNavigate } from 'react-router'
import { useAppDispatch } from '../store.ts'
import { Page } from '../ui/frame.tsx'
import { CredentialForm } from './credential-form.tsx'
import { experienceInputs } from './credential-inputs.ts'
import { addExperience } from './profile-calls.ts'

export function AddExperiencePage() {
  const dispatch = useAppDispatch()
  const navigate = useNavigate()
  return (
    <Page heading="Add Experience" lead="A position that you have, or had in the past.">
      <CredentialForm
        inputs={experienceInputs}
        save={(fields, current) => dispatch(addExperience(fields, current, () => navigate('/dashboard')))}
      />
    </Page>
  )
}
