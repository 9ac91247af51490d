import { useNavigate } from 'react-router'
import { useAppDispatch } from '../../../app/state/store.ts'
import { Page } from '../../../ui/layout/frame.tsx'
import { EditCredential } from '../credentials/edit-credential.tsx'
import { addProject, updateProject } from '../profile-calls.ts'
import { asTyped, ProjectForm } from './project-form.tsx'

export function AddProjectPage() {
  const dispatch = useAppDispatch()
  const navigate = useNavigate()
  return (
    <Page heading="Add Project" lead="Something you have built.">
      <ProjectForm save={(fields) => dispatch(addProject(fields, () => navigate('/dashboard')))} />
    </Page>
  )
}

export function EditProjectPage({ id }: { id: string }) {
  const dispatch = useAppDispatch()
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
            saveUnlessNewer(() => dispatch(updateProject(id, fields, () => navigate('/dashboard'))))
          }
        />
      )}
    </EditCredential>
  )
}
