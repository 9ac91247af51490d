import { useState } from 'react'
import { call } from '../client.ts'
import { type Outcome, requireAnswer, settle } from '../outcome.ts'
import { Cooked } from '../ui/cooked.tsx'
import { Failure } from '../ui/failure.tsx'
import { SpinnerImage } from '../ui/spinner.tsx'
import { useLoad } from '../ui/use-load.ts'

/** The text as it will be shown, at least as high as the textarea that it replaces. */
export function Preview({ id, text, height }: { id: string; text: string; height: number }) {
  const [html, setHtml] = useState('')
  const isEmpty = text.trim() === ''
  const { status, retry } = useLoad(text, async (signal): Promise<Outcome> => {
    if (isEmpty) return 'ready'
    const asked = requireAnswer(call('POST /api/preview', { body: { text }, signal }))
    return settle(
      signal,
      asked,
      (answer) => setHtml(answer.html),
      () => {},
    )
  })
  return (
    <div
      role="tabpanel"
      id={`${id}-preview`}
      aria-labelledby={`${id}-preview-tab`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a panel that may have nothing to focus is focused itself
      tabIndex={0}
      style={{ minHeight: height }}
      className="rounded-b-lg px-3 py-2 -outline-offset-2"
    >
      {status === 'loading' && <SpinnerImage className="size-6" />}
      {status === 'ready' && isEmpty && <p className="text-muted">There is nothing to preview yet.</p>}
      {status === 'ready' && !isEmpty && <Cooked html={html} className="text-post" />}
      {(status === 'failed' || status === 'missing') && (
        <Failure msg="The preview could not be made." onRetry={retry} />
      )}
    </div>
  )
}
