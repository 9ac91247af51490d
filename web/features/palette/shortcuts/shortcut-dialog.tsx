import { X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { Button } from '../../../ui/button.tsx'
import { ShortcutList } from '../keyboard/shortcut-list.tsx'

/** The browser returns the focus when the dialog closes. */
export function ShortcutDialog({ onClose }: { onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const close = () => dialog.current?.close()

  useEffect(() => dialog.current?.showModal(), [])

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes it too
    <dialog
      ref={dialog}
      aria-labelledby="shortcuts"
      onClose={onClose}
      // Only a click on the backdrop has the dialog as its target.
      onClick={({ target, currentTarget }) => target === currentTarget && close()}
      className="m-auto w-full max-w-sm rounded-xl border border-line bg-surface text-ink shadow-lg backdrop:bg-[rgb(0_0_0/0.4)]"
    >
      <div className="p-5">
        <div className="mb-3 flex items-center justify-between gap-4">
          <h2 id="shortcuts" className="text-lg font-semibold">
            Keyboard shortcuts
          </h2>
          <Button variant="quiet" size="action" aria-label="Close" title="Close" onClick={close}>
            <X size={18} aria-hidden="true" />
          </Button>
        </div>
        <ShortcutList />
        <p className="mt-5 text-sm">
          <Link to="/settings" onClick={close} className="text-link rounded">
            Turn off shortcuts
          </Link>
        </p>
      </div>
    </dialog>
  )
}
