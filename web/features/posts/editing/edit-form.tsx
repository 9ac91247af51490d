import { type RefObject, useId, useState } from 'react'
import { MAX_LENGTH } from '../../../../contract/limits.ts'
import { draftKey, readStorage, writeStorage } from '../../../app/api/storage.ts'
import { contentEdited } from '../../../app/state/post-slice.ts'
import { useAppDispatch, useAppSelector } from '../../../app/state/store.ts'
import { Button } from '../../../ui/button.tsx'
import { FailureLine } from '../../../ui/failure.tsx'
import { CharCounter } from '../../../ui/forms/char-counter.tsx'
import { useForm } from '../../../ui/forms/use-form.ts'
import { focusOnItem } from '../../../ui/lists/focus.ts'
import { MarkdownForm, STILL_UPLOADING } from '../editor/markdown-form.tsx'
import type { PostOrComment } from '../post-or-comment.ts'
import { loadCurrent, saveEdit, type Target } from './edit-api.ts'

type Props = { item: PostOrComment; target: Target; onEnd: () => void }

export function EditForm({ item, target, onEnd }: Props) {
  const id = useId()
  const dispatch = useAppDispatch()
  const draft = useEditDraft(item._id, { text: item.text, version: item.version ?? 1 })
  const [isBusy, setBusy] = useState(false)
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
    const current = await dispatch(loadCurrent(target))
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

type ConflictProps = { text: string; isMine: boolean; onSwap: () => void }

function Conflict({ text, isMine, onSwap }: ConflictProps) {
  return (
    <section aria-label="Other version" className="mt-3 rounded-lg border border-fresh bg-fresh-soft p-3">
      <p className="font-medium text-fresh">
        {isMine
          ? 'This is your version. The text above is the published one.'
          : "This was saved while you were editing, maybe in another window. Your version is above and isn't saved yet."}
      </p>
      <p
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a long text scrolls, also by keyboard
        tabIndex={0}
        dir="auto"
        className="my-2 max-h-60 overflow-y-auto rounded bg-surface px-3 py-2 whitespace-pre-wrap"
      >
        {text}
      </p>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Button variant="secondary" size="small" onClick={onSwap}>
          {isMine ? 'Use my version' : 'Use this version'}
        </Button>
        <p className="text-sm text-muted">
          {isMine ? "It isn't saved anywhere else." : 'Saving yours replaces it. It stays in the history.'}
        </p>
      </div>
    </section>
  )
}

type Draft = { text: string; version: number }

/** Keeps the base version with the draft, so that the server reports a conflict instead of overwriting. */
function useEditDraft(itemId: string, current: Draft) {
  const userId = useAppSelector((state) => state.auth.user?._id)
  const key = draftKey(userId, `edit:${itemId}`)
  const [saved] = useState(() => read(key))
  const [isRestored, setRestored] = useState(saved !== undefined)
  const [draft, setDraft] = useState(saved ?? current)

  function change(next: Draft) {
    setDraft(next)
    writeStorage('sessionStorage', key, next.text === current.text ? null : JSON.stringify(next))
  }

  return {
    ...draft,
    isRestored,
    setText: (text: string) => change({ ...draft, text }),
    showInstead: (text: string) => setDraft({ ...draft, text }),
    setVersion: (version: number) => change({ ...draft, version }),
    startOver() {
      setRestored(false)
      change(current)
    },
    forget: () => writeStorage('sessionStorage', key, null),
  }
}

function read(key: string): Draft | undefined {
  const text = readStorage('sessionStorage', key)
  return text === null ? undefined : JSON.parse(text)
}

/** At the end the focus goes to the item, not to the top of the page. */
export function useEditing(inside: RefObject<Element | null>) {
  const [isEditing, setEditing] = useState(false)
  return {
    isEditing,
    startEditing: () => setEditing(true),
    endEditing() {
      const moveFocus = focusOnItem(inside.current)
      setEditing(false)
      moveFocus()
    },
  }
}
