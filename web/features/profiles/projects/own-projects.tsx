import { ArrowDown, ArrowUp, FolderPlus, Pencil, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Project } from '../../../../contract/projects.ts'
import { errorsOf } from '../../../app/api/results.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { FailureLine } from '../../../ui/failure.tsx'
import { useAction } from '../../../ui/forms/use-action.ts'
import { focusAfterRemoval } from '../../../ui/lists/focus.ts'
import { useOrderProjectsMutation, useRemoveProjectMutation } from '../profile-api.ts'

export function OwnProjects({ projects }: { projects: Project[] }) {
  const [orderProjects] = useOrderProjectsMutation()
  const { pending, failure, run } = useAction()
  const list = useRef<HTMLUListElement>(null)
  const [order, setOrder] = useState<string[]>()
  const [dragged, setDragged] = useState<string>()
  const [announcement, setAnnouncement] = useState('')
  const place = ({ _id }: Project) => order?.indexOf(_id) ?? 0
  const rows = order ? projects.toSorted((a, b) => place(a) - place(b)) : projects

  async function move(from: number, to: number, button?: 'up' | 'down') {
    const moved = rows[from]
    if (!moved || to < 0 || to >= rows.length || from === to || pending) return
    const ids = rows.map(({ _id }) => _id)
    ids.splice(from, 1)
    ids.splice(to, 0, moved._id)
    // A moved element loses the focus.
    flushSync(() => setOrder(ids))
    if (button) list.current?.querySelector<HTMLElement>(`[data-move="${button} ${moved._id}"]`)?.focus()
    setAnnouncement(`${moved.name} is now number ${to + 1} of ${rows.length}`)
    await run(() => errorsOf(orderProjects({ body: { ids } })))
    setOrder(undefined)
  }

  return (
    <section className="mt-10">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="text-xl font-semibold">Projects</h2>
        <ButtonLink to="/add-project" variant="secondary" size="small">
          <FolderPlus size={16} aria-hidden="true" className="text-accent" /> Add Project
        </ButtonLink>
      </div>
      {rows.length === 0 && <p className="mt-2 text-muted">Show what you have built.</p>}
      <ul ref={list} className="mt-3 border-line not-empty:border-t">
        {rows.map((project, index) => (
          <li
            key={project._id}
            data-item={project._id}
            tabIndex={-1}
            draggable
            onDragStart={(event) => {
              event.dataTransfer.setData('text/plain', project.name)
              event.dataTransfer.effectAllowed = 'move'
              setDragged(project._id)
            }}
            onDragEnd={() => setDragged(undefined)}
            onDragOver={(event) => dragged && event.preventDefault()}
            onDrop={(event) => {
              event.preventDefault()
              void move(
                rows.findIndex(({ _id }) => _id === dragged),
                index,
              )
            }}
            className={`flex flex-wrap items-center justify-between gap-x-4 border-b border-line py-1.5 sm:cursor-grab ${dragged === project._id ? 'opacity-50' : ''}`}
          >
            <span id={`project-${project._id}`} className="min-w-0 font-medium wrap-anywhere">
              <bdi>{project.name}</bdi>
            </span>
            <ProjectActions
              project={project}
              isFirst={index === 0}
              isLast={index === rows.length - 1}
              onMove={(by) => void move(index, index + by, by < 0 ? 'up' : 'down')}
            />
          </li>
        ))}
      </ul>
      <p className="sr-only" aria-live="polite">
        {announcement}
      </p>
      <FailureLine msg={failure} />
    </section>
  )
}

type ActionsProps = { project: Project; isFirst: boolean; isLast: boolean; onMove: (by: 1 | -1) => void }

function ProjectActions({ project: { _id }, isFirst, isLast, onMove }: ActionsProps) {
  const [removeProject] = useRemoveProjectMutation()
  const { pending, failure, run } = useAction()
  const buttons = useRef<HTMLDivElement>(null)
  const action = { variant: 'quiet', size: 'action', 'aria-describedby': `project-${_id}` } as const

  async function remove() {
    const moveFocus = focusAfterRemoval(buttons.current?.closest<HTMLElement>('li') ?? null)
    if (await run(() => errorsOf(removeProject({ params: { id: _id } })))) moveFocus()
  }

  return (
    <div ref={buttons} className="ml-auto">
      <Button
        {...action}
        isDisabled={isFirst}
        aria-label="Move up"
        title="Move up"
        data-move={`up ${_id}`}
        onClick={() => onMove(-1)}
      >
        <ArrowUp size={16} aria-hidden="true" />
      </Button>
      <Button
        {...action}
        isDisabled={isLast}
        aria-label="Move down"
        title="Move down"
        data-move={`down ${_id}`}
        onClick={() => onMove(1)}
      >
        <ArrowDown size={16} aria-hidden="true" />
      </Button>
      <ButtonLink {...action} to={`/edit-project/${_id}`} aria-label="Edit project" title="Edit project">
        <Pencil size={16} aria-hidden="true" />
      </ButtonLink>
      <Button
        {...action}
        variant="quiet-danger"
        pending={pending}
        aria-label="Delete project"
        title="Delete project"
        onClick={remove}
      >
        <Trash2 size={16} aria-hidden="true" />
      </Button>
      <FailureLine msg={failure} />
    </div>
  )
}
