import { type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import type { FieldError } from '../../../../contract/errors.ts'
import { MAX_LENGTH } from '../../../../contract/limits.ts'
import { Button } from '../../../ui/button.tsx'
import { FailureLine } from '../../../ui/failure.tsx'
import { CharCounter } from '../../../ui/forms/char-counter.tsx'
import { useForm } from '../../../ui/forms/use-form.ts'
import { isApple } from '../../../ui/is-apple.ts'
import { ASK, WRITE } from '../../../ui/routing/use-go.ts'
import { CONFIRM_FIRST } from '../../accounts/confirm-line.tsx'
import { useDraft } from '../use-draft.ts'
import { MarkdownForm, STILL_UPLOADING } from './markdown-form.tsx'

type Props = {
  ref?: RefObject<HTMLFormElement | null>
  heading: string
  placeholder: string
  draft: string
  send: (text: string, onSent: () => void) => Promise<FieldError[]>
  choice?: ReactNode
}

export function TextForm({ ref, heading, placeholder, draft, send, choice }: Props) {
  const id = useId()
  const ownRef = useRef<HTMLFormElement>(null)
  const form = ref ?? ownRef
  const { hash, key } = useLocation()
  const [text, setText] = useDraft(draft)
  const [isBusy, setBusy] = useState(false)
  const { onSubmit, pending, errors } = useForm(async () => {
    if (isBusy) return [{ msg: STILL_UPLOADING }]
    return send(text, () => setText(''))
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: also when a link leads here once more
  useEffect(() => {
    if (hash === WRITE || hash === ASK) form.current?.querySelector('textarea')?.focus()
  }, [form, hash, key])

  return (
    <MarkdownForm
      ref={form}
      onSubmit={onSubmit}
      id={id}
      text={text}
      onText={setText}
      placeholder={placeholder}
      isPending={pending}
      onBusy={setBusy}
      top={
        <h2 className="sr-only">
          <label htmlFor={id}>{heading}</label>
        </h2>
      }
    >
      <FailureLine msg={errors.find(({ msg }) => msg !== CONFIRM_FIRST)?.msg} />
      <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-1">
        {choice}
        <p
          className={`font-mono text-sm text-muted pointer-coarse:hidden ${choice ? 'max-sm:hidden' : ''}`}
          aria-hidden="true"
        >
          {isApple() ? '⌘' : 'Ctrl'}+Enter to post
        </p>
        <div className="ml-auto">
          <CharCounter text={text} max={MAX_LENGTH.post} />
        </div>
        <Button type="submit" size="small" pending={pending}>
          Submit
        </Button>
      </div>
    </MarkdownForm>
  )
}
