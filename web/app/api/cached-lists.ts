import type { Page } from './request.ts'

export type Pages<Item> = { pages: Page<Item>[] }

export function editItems<Item>({ pages }: Pages<Item>, edit: (items: Item[]) => Item[]): void {
  for (const page of pages) page.items = edit(page.items)
}

export function prependItems<Item>({ pages }: Pages<Item>, items: Item[]): void {
  pages[0]?.items.unshift(...items)
}

export function replaceItem<Item extends { _id: string }>(list: Pages<Item>, item: Item): void {
  editItems(list, (items) => items.map((known) => (known._id === item._id ? item : known)))
}

export function removeItem<Item extends { _id: string }>(list: Pages<Item>, id: string): void {
  editItems(list, (items) => items.filter(({ _id }) => _id !== id))
}
