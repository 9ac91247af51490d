// What stands around an item of a list.
const ITEM_BYTES = '<li></li>'.length

/** In order, groups of items that each have at most `most` bytes; at least one group, which may be empty. */
export function splitByBytes<Item extends { text: string }>(items: Item[], most: number): Item[][] {
  let group: Item[] = []
  const groups = [group]
  let bytes = 0
  for (const item of items) {
    const size = Buffer.byteLength(item.text) + ITEM_BYTES
    if (group.length > 0 && bytes + size > most) {
      group = []
      groups.push(group)
      bytes = 0
    }
    group.push(item)
    bytes += size
  }
  return groups
}
