import { type ComponentType, type KeyboardEvent, useCallback, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useAppSelector } from '../store.ts'
import { contentShown } from '../ui/content-shown.ts'
import type { EditorProps } from './editor.tsx'

/** The loaded tools, so that the next textarea has them from the start. */
const loaded: { Editor?: ComponentType<EditorProps> } = {}

/** The editor, once it is loaded: after the content, or when someone is about to write. */
function useEditor(isWanted: boolean) {
  const [Editor, setEditor] = useState(() => loaded.Editor)

  const load = useCallback(async () => {
    if (!isWanted) return
    // If it cannot be loaded, the textarea works without it.
    loaded.Editor ??= (await import('./editor.tsx').catch(() => undefined))?.Editor
    setEditor(() => loaded.Editor)
  }, [isWanted])

  useEffect(() => void contentShown().then(load), [load])
  return { Editor: isWanted ? Editor : undefined, load }
}

/** Texts with code are shown in the monospace font. */
const CODE = /^ {0,3}(```|~~~)/m

type Props = {
  id: string
  text: string
  onText: (text: string) => void
  placeholder?: string
  autoFocus?: boolean
  isPending: boolean
  onBusy: (isBusy: boolean) => void
}

/** The field for Markdown: a plain textarea until the editor is loaded, and on servers without Markdown. */
export function MarkdownArea({ id, text, onText, placeholder, autoFocus, isPending, onBusy }: Props) {
  const area = useRef<HTMLTextAreaElement>(null)
  const foot = useRef<HTMLDivElement>(null)
  // Handles came to servers together with Markdown.
  const isMarkdown = useAppSelector((state) => Boolean(state.auth.user?.handle))
  const { Editor, load } = useEditor(isMarkdown)
  const [previewed, setPreviewed] = useState<string>()
  // After sending, the empty field is shown again instead of the preview.
  const isPreview = Boolean(Editor) && previewed !== undefined && (text !== '' || previewed === '')
  return (
    <>
      <div className="relative rounded-lg border border-line-strong bg-surface has-[textarea:focus-visible]:-outline-offset-1 has-[textarea:focus-visible]:outline-2 has-[textarea:focus-visible]:outline-accent">
        {Editor ? (
          <Editor
            {...{ id, area, foot, text, onText, isPreview, onBusy }}
            onPreview={(isWanted) => setPreviewed(isWanted ? text : undefined)}
          />
        ) : (
          // As high as the tools, so that nothing moves when they arrive.
          isMarkdown && (
            <div className="h-[4.5625rem] border-b border-line max-sm:pointer-coarse:h-[5.5625rem] sm:h-9.25 sm:pointer-coarse:h-11.25" />
          )
        )}
        <div
          id={`${id}-write`}
          {...(Editor && { role: 'tabpanel', 'aria-labelledby': `${id}-write-tab` })}
          hidden={isPreview}
        >
          <textarea
            ref={area}
            id={id}
            name="text"
            rows={5}
            required
            dir="auto"
            // biome-ignore lint/a11y/noAutofocus: the link or button that led here promised it
            autoFocus={autoFocus}
            placeholder={placeholder}
            value={text}
            readOnly={isPending}
            onChange={(event) => onText(event.target.value)}
            onFocus={load}
            onKeyDown={sendOnEnter}
            // The browser can report a missing value only if the field is visible.
            onInvalid={() => flushSync(() => setPreviewed(undefined))}
            className={`block field-sizing-content max-h-[70svh] min-h-[calc(5lh+1rem)] w-full resize-y rounded-lg px-3 py-2 outline-none ${isMarkdown && CODE.test(text) ? 'font-mono text-[0.9375rem]/[1.5rem]' : 'text-[1rem]/[1.5rem]'}`}
          />
        </div>
      </div>
      <div ref={foot} />
    </>
  )
}

function sendOnEnter(event: KeyboardEvent<HTMLTextAreaElement>): void {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
  event.preventDefault()
  event.currentTarget.form?.requestSubmit()
}
