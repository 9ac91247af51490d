import { statusOf } from '../../../app/api/results.ts'
import { Failure } from '../../../ui/failure.tsx'
import { SpinnerImage } from '../../../ui/spinner.tsx'
import { RenderedHtml } from '../../markdown/rendered-html.tsx'
import { usePreviewQuery } from './preview-api.ts'

/** At least as high as the textarea that it replaces. */
export function Preview({ id, text, height }: { id: string; text: string; height: number }) {
  const isEmpty = text.trim() === ''
  const query = usePreviewQuery({ body: { text } }, { skip: isEmpty })
  const status = isEmpty ? 'empty' : statusOf(query)
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
      {status === 'empty' && <p className="text-muted">Nothing to preview</p>}
      {query.currentData !== undefined && <RenderedHtml html={query.currentData} className="text-post" />}
      {status === 'failed' && <Failure msg="Couldn't load the preview." onRetry={query.refetch} />}
    </div>
  )
}
