import { useNavigate } from 'react-router'
import { useAppDispatch } from '../../../app/state/store.ts'
import { EditCredential } from '../credentials/edit-credential.tsx'
import { updateProject } from '../profile-calls.ts'
import { ProjectForm } from './project-form.tsx'

export function EditProjectPage() {
  const dispatch = useAppDispatch()
  const navigate = useNavigate()
  return (
    <EditCredential
      noun="Project"
      heading="Edit Project"
      lead="Update this project."
      itemsOf={(profile) => profile.projects}
    >
      {(project) => (
        <ProjectForm
          key={project._id}
          project={project}
          save={(fields) => dispatch(updateProject(project._id, fields, () => navigate('/dashboard')))}
        />
      )}
    </EditCredential>
  )
}
