import { useNavigate } from 'react-router'
import { useAppDispatch } from '../../../app/state/store.ts'
import { Page } from '../../../ui/layout/frame.tsx'
import { addEducation, addExperience, updateEducation, updateExperience } from '../profile-calls.ts'
import { CredentialForm } from './credential-form.tsx'
import { educationInputs, experienceInputs } from './credential-inputs.ts'
import { asTyped, EditCredential } from './edit-credential.tsx'

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

export function EditExperiencePage({ id }: { id: string }) {
  const dispatch = useAppDispatch()
  const navigate = useNavigate()
  return (
    <EditCredential
      id={id}
      noun="Experience"
      heading="Edit Experience"
      lead="Update this position."
      itemsOf={(profile) => profile.experience}
      fieldsOf={asTyped}
    >
      {(defaultValues, saveUnlessNewer) => (
        <CredentialForm
          key={id}
          inputs={experienceInputs}
          defaultValues={defaultValues}
          save={(fields, current) =>
            saveUnlessNewer(() =>
              dispatch(updateExperience(id, fields, current, () => navigate('/dashboard'))),
            )
          }
        />
      )}
    </EditCredential>
  )
}

export function EditEducationPage({ id }: { id: string }) {
  const dispatch = useAppDispatch()
  const navigate = useNavigate()
  return (
    <EditCredential
      id={id}
      noun="Education"
      heading="Edit Education"
      lead="Update this course or degree."
      itemsOf={(profile) => profile.education}
      fieldsOf={asTyped}
    >
      {(defaultValues, saveUnlessNewer) => (
        <CredentialForm
          key={id}
          inputs={educationInputs}
          defaultValues={defaultValues}
          save={(fields, current) =>
            saveUnlessNewer(() =>
              dispatch(updateEducation(id, fields, current, () => navigate('/dashboard'))),
            )
          }
        />
      )}
    </EditCredential>
  )
}
