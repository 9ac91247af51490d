import type { Serve } from '../../platform/http/handler.ts'
import { linkMentions } from './mentions.ts'
import type { Renderer } from './renderer.ts'

export function writingRoutes(serve: Serve, renderer: Renderer): void {
  serve('POST /api/preview', async ({ member, body: { text } }) => {
    const { stored, people } = await renderer.render(member.id, text)
    return { html: linkMentions(stored, people) }
  })
}
