import type { KeyboardEvent, MouseEvent } from 'react'
import { statusOf } from '../../../app/api/results.ts'
import { Failure } from '../../../ui/failure.tsx'
import { SpinnerImage } from '../../../ui/spinner.tsx'
import { RenderedHtml } from '../../markdown/rendered-html.tsx'
import { usePreviewQuery } from './preview-api.ts'

type Props = {
  id: string
  isPreview: boolean
  onChange: (isPreview: boolean) => void
  onWrite: () => void
}

export function Tabs({ id, isPreview, onChange, onWrite }: Props) {
  function onKeyDown(event: KeyboardEvent<HTMLDivElement>) {
    if (!['ArrowLeft', 'ArrowRight', 'Home', 'End'].includes(event.key)) return
    event.preventDefault()
    const next = event.key === 'Home' ? false : event.key === 'End' ? true : !isPreview
    onChange(next)
    event.currentTarget.querySelectorAll<HTMLElement>('[role=tab]')[Number(next)]?.focus()
  }

  const tab = (name: 'write' | 'preview', isChosen: boolean) => ({
    type: 'button' as const,
    role: 'tab',
    id: `${id}-${name}-tab`,
    'aria-selected': isChosen,
    'aria-controls': isChosen ? `${id}-${name}` : undefined,
    tabIndex: isChosen ? 0 : -1,
    className:
      'relative h-8 rounded-lg px-2.5 text-sm font-medium text-muted -outline-offset-2 hover:text-ink aria-selected:text-ink aria-selected:after:absolute aria-selected:after:inset-x-2.5 aria-selected:after:bottom-0 aria-selected:after:border-b-2 aria-selected:after:border-accent pointer-coarse:h-11',
  })

  function write({ detail }: MouseEvent) {
    onChange(false)
    // Pressed by a pointer, not by a key.
    if (detail > 0) onWrite()
  }

  return (
    <div role="tablist" aria-label="Editor" onKeyDown={onKeyDown} className="flex">
      <button {...tab('write', !isPreview)} onClick={write}>
        Write
      </button>
      <button {...tab('preview', isPreview)} onClick={() => onChange(true)}>
        Preview
      </button>
    </div>
  )
}

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
