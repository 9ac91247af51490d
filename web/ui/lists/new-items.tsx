import { ArrowUp } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../button.tsx'

/** Floats above the page, so that nothing moves. */
export function OverPage({ children }: { children: ReactNode }) {
  return (
    <div role="status" className="sticky top-16 z-10 flex h-0 justify-center print:hidden">
      {children}
    </div>
  )
}

type Props = {
  count: number
  isMore?: boolean
  noun: string
  onShow: () => void
}

export function NewItems({ count, isMore = false, noun, onShow }: Props) {
  return (
    <OverPage>
      {count > 0 && (
        <Button size="small" onClick={onShow} className="mt-2 h-9 rounded-full shadow-lg">
          <ArrowUp size={16} aria-hidden="true" />
          {`${count}${isMore ? '+' : ''} new ${noun}${count === 1 && !isMore ? '' : 's'}`}
        </Button>
      )}
    </OverPage>
  )
}
