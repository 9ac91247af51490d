import { X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/forms/field.tsx'
import { isApple } from '../../ui/is-apple.ts'
import { areShortcutsOn, switchShortcuts } from './keys.ts'

type Shortcut = { keys: string[]; text: string; isThen?: boolean }

const shortcuts: Shortcut[] = [
  { keys: ['/', isApple() ? '⌘K' : 'Ctrl K'], text: 'Search or run a command' },
  { keys: ['j', 'k'], text: 'Next or previous post' },
  { keys: ['o'], text: 'Open discussion' },
  { keys: ['l'], text: 'Like or unlike' },
  { keys: ['r'], text: 'Reply' },
  { keys: ['g', 'p'], text: 'Go to Posts', isThen: true },
  { keys: ['g', 'd'], text: 'Go to Dashboard', isThen: true },
  { keys: ['g', 'n'], text: 'Go to Notifications', isThen: true },
  { keys: ['?'], text: 'Show shortcuts' },
]

function ShortcutList() {
  return (
    <dl className="grid gap-y-2">
      {shortcuts.map(({ keys, text, isThen }) => (
        <div key={text} className="flex items-baseline gap-4">
          <dt className="w-24 shrink-0 text-sm text-muted">
            {keys.map((key, index) => (
              <span key={key}>
                {index > 0 && (isThen ? ' then ' : ' ')}
                <kbd className="rounded-md border border-line bg-sunken px-1.5 py-0.5 font-mono text-ink">
                  {key}
                </kbd>
              </span>
            ))}
          </dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  )
}

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

export function KeyboardSettings() {
  const [isOn, setOn] = useState(areShortcutsOn)

  function change(isOn: boolean) {
    switchShortcuts(isOn)
    setOn(isOn)
  }

  return (
    <section>
      <h2 className="text-lg font-semibold">Keyboard shortcuts</h2>
      <p className="mt-1 mb-3 text-muted">
        Move through posts and act on them with single keys, except while you're typing. Saved in this
        browser.
      </p>
      <Checkbox
        label="Use single-key shortcuts"
        checked={isOn}
        onChange={(event) => change(event.target.checked)}
      />
      {isOn && (
        <div className="mt-3">
          <ShortcutList />
        </div>
      )}
    </section>
  )
}
