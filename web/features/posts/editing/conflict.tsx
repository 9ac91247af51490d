import { Button } from '../../../ui/button.tsx'

type Props = { text: string; isMine: boolean; onSwap: () => void }

/** The other version stays visible until the writer has decided. */
export function Conflict({ text, isMine, onSwap }: Props) {
  return (
    <section aria-label="Other version" className="mt-3 rounded-lg border border-fresh bg-fresh-soft p-3">
      <p className="font-medium text-fresh">
        {isMine
          ? 'This is your version. The text above is the published one.'
          : "This was saved while you were editing, maybe in another window. Your version is above and isn't saved yet."}
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
          {isMine ? 'Use my version' : 'Use this version'}
        </Button>
        <p className="text-sm text-muted">
          {isMine ? "It isn't saved anywhere else." : 'Saving yours replaces it. It stays in the history.'}
        </p>
      </div>
    </section>
  )
}
