import { useNavigate } from 'react-router'
import { errorsOf } from '../../../app/api/results.ts'
import { Page } from '../../../ui/layout/frame.tsx'
import { EditCredential } from '../credentials/edit-credential.tsx'
import { useAddProjectMutation, useUpdateProjectMutation } from '../profile-api.ts'
import { asTyped, ProjectForm } from './project-form.tsx'

export function AddProjectPage() {
  const [addProject] = useAddProjectMutation()
  const navigate = useNavigate()
  return (
    <Page heading="Add Project" lead="Something you have built.">
      <ProjectForm
        save={(fields) =>
          errorsOf(addProject({ body: bodyOf(fields), onSent: () => navigate('/dashboard') }))
        }
      />
    </Page>
  )
}

export function EditProjectPage({ id }: { id: string }) {
  const [updateProject] = useUpdateProjectMutation()
  const navigate = useNavigate()
  return (
    <EditCredential
      id={id}
      noun="Project"
      heading="Edit Project"
      lead="Update this project."
      itemsOf={(profile) => profile.projects}
      fieldsOf={asTyped}
    >
      {(defaultValues, saveUnlessNewer) => (
        <ProjectForm
          key={id}
          defaultValues={defaultValues}
          save={(fields) =>
            saveUnlessNewer(() =>
              errorsOf(
                updateProject({
                  params: { id },
                  body: bodyOf(fields),
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

function bodyOf(fields: Record<string, string>) {
  const { name = '', url, source, description, picture, skills, from, to } = fields
  return { name, url, source, description, picture, skills, from, to }
}
