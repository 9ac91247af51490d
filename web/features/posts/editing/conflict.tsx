import { Button } from '../../../ui/button.tsx'

type Props = { text: string; isMine: boolean; onSwap: () => void }

/** The other text stays visible until the writer has decided. */
export function Conflict({ text, isMine, onSwap }: Props) {
  return (
    <section aria-label="The other text" className="mt-3 rounded-lg border border-fresh bg-fresh-soft p-3">
      <p className="font-medium text-fresh">
        {isMine
          ? 'This is what you wrote. The text above is the one that is shown to everyone now.'
          : 'Someone, perhaps you in another window, saved this text meanwhile. Yours is above, and not saved yet.'}
      </p>
      <p
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a long text scrolls, also by keyboard
        tabIndex={0}
        dir="auto"
        className="my-2 max-h-60 overflow-y-auto rounded bg-surface px-3 py-2 whitespace-pre-wrap"
      >
        {text}
      </p>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Button variant="secondary" size="small" onClick={onSwap}>
          {isMine ? 'Continue with mine' : 'Continue with this text'}
        </Button>
        <p className="text-sm text-muted">
          {isMine
            ? 'It is not saved anywhere else.'
            : 'If you save yours, it replaces this one, which stays in the history.'}
        </p>
      </div>
    </section>
  )
}
