const ITEM_BYTES = '<li></li>'.length

export function splitByBytes<Item extends { text: string }>(items: Item[], maxBytes: number): Item[][] {
  let group: Item[] = []
  const groups = [group]
  let bytes = 0
  for (const item of items) {
    const size = Buffer.byteLength(item.text) + ITEM_BYTES
    if (group.length > 0 && bytes + size > maxBytes) {
      group = []
      groups.push(group)
      bytes = 0
    }
    group.push(item)
    bytes += size
  }
  return groups
}
