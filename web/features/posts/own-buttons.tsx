import { Pencil, Trash2 } from 'lucide-react'
import { Button } from '../../ui/button.tsx'

type Props = {
  noun: 'post' | 'comment'
  /** Undefined while it is being edited, and on servers that cannot edit. */
  onEdit: (() => void) | undefined
  isDeleting: boolean
  onDelete: () => void
}

export function OwnButtons({ noun, onEdit, isDeleting, onDelete }: Props) {
  const [editLabel, deleteLabel] = [`Edit ${noun}`, `Delete ${noun}`]
  return (
    <>
      {onEdit && (
        <Button
          variant="quiet"
          size="row"
          className="pointer-coarse:min-h-11"
          aria-label={editLabel}
          title={editLabel}
          onClick={onEdit}
        >
          <Pencil size={16} aria-hidden="true" />
        </Button>
      )}
      <Button
        variant="quiet-danger"
        size="row"
        className="pointer-coarse:min-h-11"
        aria-label={deleteLabel}
        title={deleteLabel}
        pending={isDeleting}
        onClick={onDelete}
      >
        <Trash2 size={16} aria-hidden="true" />
      </Button>
    </>
  )
}
