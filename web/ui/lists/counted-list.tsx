import { type ReactNode, useState } from 'react'
import { Button } from '../button.tsx'

const PAGE = 20

type Props<Item> = {
  heading: string
  empty: string
  items: Item[]
  children: (item: Item) => ReactNode
}

/** For a list that is known as a whole. */
export function CountedList<Item>({ heading, empty, items, children }: Props<Item>) {
  const [limit, setLimit] = useState(PAGE)
  return (
    <>
      <h3 className="caption mt-4">
        {heading} <span className="font-mono font-normal">{items.length}</span>
      </h3>
      {items.length === 0 && <p className="text-muted">{empty}</p>}
      <ul className="divide-y divide-line">{items.slice(0, limit).map(children)}</ul>
      {items.length > limit && (
        <Button variant="secondary" size="small" onClick={() => setLimit(limit + PAGE)} className="mt-2">
          Show more
        </Button>
      )}
    </>
  )
}
