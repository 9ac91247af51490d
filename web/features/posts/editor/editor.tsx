import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { applyEdit, selectedIn } from './apply-edit.ts'
import { UploadProgress, usePictures, withoutPlaceholders } from './pictures.tsx'
import { Preview, Tabs } from './preview.tsx'
import { SuggestionList } from './suggestion-list.tsx'
import { fenceAt, indentCode, isInCode, pasteLink } from './text-edit.ts'
import { Toolbar, toolOf } from './toolbar.tsx'
import { useCompletion } from './use-completion.ts'
import { useListener } from './use-listener.ts'

export type EditorProps = {
  id: string
  area: RefObject<HTMLTextAreaElement | null>
  panel: RefObject<HTMLElement | null>
  foot: RefObject<HTMLElement | null>
  text: string
  onText: (text: string) => void
  isPreview: boolean
  onPreview: (isPreview: boolean) => void
  onBusy: (isBusy: boolean) => void
}

export function Editor({ id, area, panel, foot, text, onText, isPreview, onPreview, onBusy }: EditorProps) {
  const completion = useCompletion(area, text)
  const pictures = usePictures(area)
  const [isCode, setCode] = useState(false)
  const [height, setHeight] = useState(0)
  /** After Escape, the next Tab leaves the editor. */
  const isLeaving = useRef(false)

  const dropPlaceholders = useEffectEvent(() => {
    const clean = withoutPlaceholders(text)
    if (clean !== text) onText(clean)
  })
  useEffect(() => dropPlaceholders(), [])

  const reportBusy = useEffectEvent(onBusy)
  const isBusy = pictures.uploads.length > 0
  useEffect(() => reportBusy(isBusy), [isBusy])

  useEffect(() => {
    const onSelection = () => {
      const { current: textarea } = area
      if (!textarea || document.activeElement !== textarea) return
      setCode(fenceAt(textarea.value, textarea.selectionStart) !== undefined)
    }
    area.current?.setAttribute('aria-autocomplete', 'list')
    document.addEventListener('selectionchange', onSelection)
    return () => document.removeEventListener('selectionchange', onSelection)
  }, [area])

  useListener(area, 'keydown', (event) => {
    const { current: textarea } = area
    if (!textarea || event.isComposing || textarea.readOnly || completion.onKey(event)) return
    const wasLeaving = isLeaving.current
    isLeaving.current = event.key === 'Escape' || (wasLeaving && event.key === 'Shift')
    const isPlainTab = event.key === 'Tab' && !event.ctrlKey && !event.metaKey && !event.altKey
    const given = selectedIn(textarea)
    const edit = isPlainTab && !wasLeaving ? indentCode(given, event.shiftKey) : toolOf(event)?.edit(given)
    if (!edit) return
    event.preventDefault()
    applyEdit(textarea, edit)
  })

  useListener(area, 'paste', (event) => {
    const { current: textarea } = area
    const { clipboardData } = event
    if (!textarea || !clipboardData || textarea.readOnly) return
    const pasted = clipboardData.getData('text/plain')
    // Text copied from a document or a spreadsheet may come with a picture of itself.
    if (pasted === '' && clipboardData.files.length > 0) {
      event.preventDefault()
      pictures.addAll(clipboardData.files)
      return
    }
    const given = selectedIn(textarea)
    const edit = isInCode(given.text, given.start) ? undefined : pasteLink(given, pasted)
    if (!edit) return
    event.preventDefault()
    applyEdit(textarea, edit)
  })

  useListener(area, 'dragover', (event) => {
    if (event.dataTransfer?.types.includes('Files')) event.preventDefault()
  })
  useListener(area, 'drop', (event) => {
    if (!event.dataTransfer?.files.length) return
    event.preventDefault()
    pictures.addAll(event.dataTransfer.files)
  })

  function preview(isWanted: boolean) {
    if (isWanted) setHeight(area.current?.offsetHeight ?? 0)
    onPreview(isWanted)
  }

  const { open } = completion
  return (
    <>
      <div className="editor-strip z-1 col-start-1 row-start-2 m-px flex flex-wrap items-center px-1 max-sm:row-start-3 max-sm:px-0 max-sm:group-data-unused/editor:hidden">
        <Tabs
          id={id}
          isPreview={isPreview}
          onChange={preview}
          onWrite={() => requestAnimationFrame(() => area.current?.focus())}
        />
        {!isPreview && <Toolbar area={area} onFiles={pictures.addAll} />}
      </div>
      {isPreview &&
        panel.current &&
        createPortal(<Preview id={id} text={text} height={height} />, panel.current)}
      {open && <SuggestionList id={`${id}-list`} area={area} open={open} onChoose={completion.choose} />}
      {foot.current &&
        createPortal(
          <>
            {pictures.uploads.map((upload) => (
              <UploadProgress key={upload.placeholder} upload={upload} />
            ))}
            {isCode && !isPreview && (
              <p className="mt-1 text-sm text-muted" aria-live="polite">
                Tab indents code. Press Esc, then Tab to leave the editor.
              </p>
            )}
          </>,
          foot.current,
        )}
    </>
  )
}
