const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", '#x27': "'" }

/** Only for HTML that we have made. Its last tag may be incomplete. */
export function readableText(html: string): string {
  return html
    .replace(/<\/?(?:a|code|del|em|strong|span|s)\b[^>]*>/g, '')
    .replace(/<[^>]*(?:>|$)/g, ' ')
    .replace(/&(amp|lt|gt|quot|#39|#x27);/g, (_entity, name: string) => ENTITIES[name] ?? '')
    .replace(/\s+/g, ' ')
    .trim()
}
