import { useNavigate } from 'react-router'
import { useAppDispatch } from '../../../app/state/store.ts'
import { Page } from '../../../ui/layout/frame.tsx'
import { addExperience } from '../profile-calls.ts'
import { CredentialForm } from './credential-form.tsx'
import { experienceInputs } from './credential-inputs.ts'

export function AddExperiencePage() {
  const dispatch = useAppDispatch()
  const navigate = useNavigate()
  return (
    <Page heading="Add Experience" lead="A job you have or had.">
      <CredentialForm
        inputs={experienceInputs}
        save={(fields, current) => dispatch(addExperience(fields, current, () => navigate('/dashboard')))}
      />
    </Page>
  )
}
