import { useNavigate } from 'react-router'
import { errorsOf } from '../../../app/api/results.ts'
import { Page } from '../../../ui/layout/frame.tsx'
import {
  useAddEducationMutation,
  useAddExperienceMutation,
  useUpdateEducationMutation,
  useUpdateExperienceMutation,
} from '../profile-api.ts'
import { CredentialForm } from './credential-form.tsx'
import { educationInputs, experienceInputs } from './credential-inputs.ts'
import { asTyped, EditCredential } from './edit-credential.tsx'

type Typed = Record<string, string>

const experienceBody = (
  { title = '', company = '', location, from, to, description }: Typed,
  current: boolean,
) => ({
  title,
  company,
  location,
  from,
  to,
  current,
  description,
})

const educationBody = (
  { school = '', degree = '', fieldofstudy, from, to, description }: Typed,
  current: boolean,
) => ({
  school,
  degree,
  fieldofstudy,
  from,
  to,
  current,
  description,
})

export function AddExperiencePage() {
  const [addExperience] = useAddExperienceMutation()
  const navigate = useNavigate()
  return (
    <Page heading="Add Experience" lead="A job you have or had.">
      <CredentialForm
        inputs={experienceInputs}
        save={(fields, current) =>
          errorsOf(
            addExperience({ body: experienceBody(fields, current), onSent: () => navigate('/dashboard') }),
          )
        }
      />
    </Page>
  )
}

export function AddEducationPage() {
  const [addEducation] = useAddEducationMutation()
  const navigate = useNavigate()
  return (
    <Page heading="Add Education" lead="Courses and bootcamps count too.">
      <CredentialForm
        inputs={educationInputs}
        save={(fields, current) =>
          errorsOf(
            addEducation({ body: educationBody(fields, current), onSent: () => navigate('/dashboard') }),
          )
        }
      />
    </Page>
  )
}

export function EditExperiencePage({ id }: { id: string }) {
  const [updateExperience] = useUpdateExperienceMutation()
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
              errorsOf(
                updateExperience({
                  params: { id },
                  body: experienceBody(fields, current),
                  onSent: () => navigate('/dashboard'),
                }),
              ),
            )
          }
        />
      )}
    </EditCredential>
  )
}

export function EditEducationPage({ id }: { id: string }) {
  const [updateEducation] = useUpdateEducationMutation()
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
              errorsOf(
                updateEducation({
                  params: { id },
                  body: educationBody(fields, current),
                  onSent: () => navigate('/dashboard'),
                }),
              ),
            )
          }
        />
      )}
    </EditCredential>
  )
}
