import { type LucideIcon, Pencil, Trash2 } from 'lucide-react'
import { Button } from '../../ui/button.tsx'

type Noun = 'post' | 'comment'

export function DeleteButton({ noun, ...button }: { noun: Noun; pending: boolean; onClick: () => void }) {
  return <IconButton label={`Delete ${noun}`} icon={Trash2} variant="quiet-danger" {...button} />
}

export function EditButton({ noun, onClick }: { noun: Noun; onClick: () => void }) {
  return <IconButton label={`Edit ${noun}`} icon={Pencil} variant="quiet" onClick={onClick} />
}

type Props = {
  label: string
  icon: LucideIcon
  variant: 'quiet' | 'quiet-danger'
  pending?: boolean
  onClick: () => void
}

function IconButton({ label, icon: Icon, ...button }: Props) {
  return (
    <Button
      {...button}
      size="row"
      className="pointer-coarse:min-h-11 pointer-coarse:min-w-11"
      aria-label={label}
      title={label}
    >
      <Icon size={16} aria-hidden="true" />
    </Button>
  )
}
