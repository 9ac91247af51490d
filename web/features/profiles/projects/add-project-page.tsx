import { useNavigate } from 'react-router'
import { useAppDispatch } from '../../../app/state/store.ts'
import { Page } from '../../../ui/layout/frame.tsx'
import { addProject } from '../profile-calls.ts'
import { ProjectForm } from './project-form.tsx'

export function AddProjectPage() {
  const dispatch = useAppDispatch()
  const navigate = useNavigate()
  return (
    <Page heading="Add Project" lead="Something you have built.">
      <ProjectForm save={(fields) => dispatch(addProject(fields, () => navigate('/dashboard')))} />
    </Page>
  )
}
