import { useId, useState } from 'react'
import { MAX_LENGTH } from '../../../../contract/limits.ts'
import { contentEdited } from '../../../app/state/post-slice.ts'
import { useAppDispatch } from '../../../app/state/store.ts'
import { Button } from '../../../ui/button.tsx'
import { FailureLine } from '../../../ui/failure.tsx'
import { CharCounter } from '../../../ui/forms/char-counter.tsx'
import { useForm } from '../../../ui/forms/use-form.ts'
import { MarkdownForm } from '../editor/markdown-form.tsx'
import { STILL_UPLOADING } from '../editor/messages.ts'
import type { PostOrComment } from '../post-or-comment.ts'
import { Conflict } from './conflict.tsx'
import { loadCurrent, saveEdit, type Target } from './edit-calls.ts'
import { useEditDraft } from './use-edit-draft.ts'

type Props = { item: PostOrComment; target: Target; onEnd: () => void }

export function EditForm({ item, target, onEnd }: Props) {
  const id = useId()
  const dispatch = useAppDispatch()
  const draft = useEditDraft(item._id, { text: item.text, version: item.version ?? 1 })
  const [isBusy, setBusy] = useState(false)
  /** After a conflict: the text that is not in the form. */
  const [other, setOther] = useState<{ text: string; isMine: boolean }>()
  const { onSubmit, pending, errors } = useForm(async () => {
    if (isBusy) return [{ msg: STILL_UPLOADING }]
    if (draft.text === item.text && draft.version === item.version) return end()
    const { errors, isConflict } = await dispatch(saveEdit(target, draft.text, draft.version))
    if (errors.length === 0) return end()
    if (isConflict) await showConflict()
    return errors
  })

  function end() {
    draft.forget()
    onEnd()
    return []
  }

  async function showConflict() {
    const current = await loadCurrent(target)
    if (!current) return
    setOther({ text: current.text, isMine: false })
    draft.setVersion(current.version)
    const { text, html, version, date: edited } = current
    dispatch(contentEdited({ ...target, changes: { text, html, version, edited } }))
  }

  function swap() {
    if (!other) return
    setOther({ text: draft.text, isMine: !other.isMine })
    if (other.isMine) draft.setText(other.text)
    else draft.showInstead(other.text)
  }

  const noun = target.commentId ? 'comment' : 'post'
  return (
    <>
      {draft.isRestored && (
        <p className="mt-2 flex flex-wrap items-center gap-x-3 text-sm text-muted">
          Restored your unsaved changes.
          <button type="button" onClick={draft.startOver} className="text-link rounded font-medium">
            Discard
          </button>
        </p>
      )}
      <MarkdownForm
        onSubmit={onSubmit}
        className="mt-2 mb-1"
        id={id}
        text={draft.text}
        onText={draft.setText}
        autoFocus
        isPending={pending}
        onBusy={setBusy}
        top={
          <label htmlFor={id} className="sr-only">
            Edit {noun}
          </label>
        }
        beside={
          <Button variant="quiet" size="small" onClick={onEnd}>
            Cancel
          </Button>
        }
      >
        <FailureLine msg={errors[0]?.msg} />
        <div className="mt-2 flex items-center justify-end gap-4">
          <CharCounter text={draft.text} max={MAX_LENGTH.post} />
          <Button type="submit" size="small" pending={pending}>
            Save
          </Button>
        </div>
      </MarkdownForm>
      {other && <Conflict text={other.text} isMine={other.isMine} onSwap={swap} />}
    </>
  )
}
