import { Button } from '../button.tsx'

export function DraftOffer({ onRestore, onDrop }: { onRestore: () => void; onDrop: () => void }) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-lg bg-fresh-soft px-4 py-2 text-fresh">
      <p className="mr-auto">You have unsaved changes.</p>
      <div className="flex gap-2">
        <Button variant="secondary" size="small" onClick={onRestore}>
          Restore
        </Button>
        <Button variant="quiet" size="small" onClick={onDrop}>
          Discard
        </Button>
      </div>
    </div>
  )
}
