import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'

type Props = { title: string; onClose: () => void; children: ReactNode }

/** A question that must be answered first. The browser keeps the focus inside and closes it on Escape. */
export function Dialog({ title, onClose, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()

  // Closed before it leaves the document, it gives the focus back to where it was.
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    return () => element?.close()
  }, [])

  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      className="card w-[min(28rem,calc(100vw-2rem))] p-6"
    >
      <h2 id={titleId} className="text-lg font-semibold">
        {title}
      </h2>
      {children}
    </dialog>
  )
}
