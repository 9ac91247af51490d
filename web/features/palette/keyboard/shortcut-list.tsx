import { isApple } from '../../../ui/is-apple.ts'

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

export function ShortcutList() {
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
