import {
  type ComponentProps,
  type ComponentType,
  type KeyboardEvent,
  type ReactNode,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import { useIsExtended } from '../../../app/state/use-site.ts'
import type { EditorProps } from './editor.tsx'

export const STILL_UPLOADING = 'A picture is still uploading.'

/** Kept, so that the next textarea has the editor from the start. */
const loaded: { Editor?: ComponentType<EditorProps> } = {}

function useEditor(isWanted: boolean) {
  const [Editor, setEditor] = useState(() => loaded.Editor)

  const load = useCallback(async () => {
    if (!isWanted) return
    // If it cannot be loaded, the textarea works without it.
    loaded.Editor ??= (await import('./editor.tsx').catch(() => undefined))?.Editor
    setEditor(() => loaded.Editor)
  }, [isWanted])

  useEffect(() => void load(), [load])
  return { Editor: isWanted ? Editor : undefined, load }
}

const CODE = /^ {0,3}(```|~~~)/m

type Props = Pick<ComponentProps<'form'>, 'ref' | 'onSubmit' | 'onKeyDown' | 'className'> & {
  id: string
  text: string
  onText: (text: string) => void
  placeholder?: string
  autoFocus?: boolean
  isPending: boolean
  onBusy: (isBusy: boolean) => void
  top: ReactNode
  beside?: ReactNode
  children: ReactNode
}

/** The tools lie over a strip of the field but outside of the form, so that its first button submits it. */
export function MarkdownForm(props: Props) {
  const { id, text, onText, placeholder, autoFocus, isPending, onBusy, top, beside, ...rest } = props
  const { children, className, ...form } = rest
  const area = useRef<HTMLTextAreaElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  const foot = useRef<HTMLDivElement>(null)
  // Not the property `value`, which React also writes into the document: what is typed would look like a text there.
  useLayoutEffect(() => {
    if (area.current && area.current.value !== text) area.current.value = text
  }, [text])
  const isMarkdown = useIsExtended()
  const { Editor, load } = useEditor(isMarkdown)
  const [previewed, setPreviewed] = useState<string>()
  /** A phone has room for the tools only once someone writes; they stay, so that nothing moves under a finger. */
  const [isUsed, setUsed] = useState(false)
  // After sending, the empty field replaces the preview.
  const isPreview = Boolean(Editor) && previewed !== undefined && (text !== '' || previewed === '')
  return (
    <div
      data-unused={!isUsed || undefined}
      className={`group/editor relative grid grid-rows-[repeat(4,auto)] ${className ?? ''}`}
    >
      {Editor && (
        <Editor
          {...{ id, area, panel, foot, text, onText, isPreview, onBusy }}
          onPreview={(isWanted) => setPreviewed(isWanted ? text : undefined)}
        />
      )}
      <form {...form} className="col-start-1 row-span-4 row-start-1 grid grid-rows-subgrid">
        <div>{top}</div>
        <div className="rounded-lg border border-line-strong bg-surface has-[textarea:focus-visible]:-outline-offset-1 has-[textarea:focus-visible]:outline-2 has-[textarea:focus-visible]:outline-accent">
          {isMarkdown && <div className="editor-strip border-b border-line max-sm:hidden" />}
          <div ref={panel} />
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
              readOnly={isPending}
              onChange={(event) => onText(event.target.value)}
              onFocus={() => {
                setUsed(true)
                void load()
              }}
              onKeyDown={sendOnEnter}
              // The browser can report a missing value only if the field is visible.
              onInvalid={() => flushSync(() => setPreviewed(undefined))}
              className={`block field-sizing-content max-h-[70svh] min-h-[calc(5lh+0.75rem)] w-full resize-y rounded-lg px-3 py-1.5 outline-none ${isMarkdown && CODE.test(text) ? 'font-mono text-[0.9375rem]/[1.4rem]' : 'text-[1rem]/[1.4rem]'}`}
            />
          </div>
        </div>
        <div className="row-start-4">
          <div ref={foot} />
          {children}
        </div>
      </form>
      {beside && <div className="col-start-1 row-start-4 -ml-3 self-end justify-self-start">{beside}</div>}
    </div>
  )
}

function sendOnEnter(event: KeyboardEvent<HTMLTextAreaElement>): void {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
  event.preventDefault()
  event.currentTarget.form?.requestSubmit()
}
