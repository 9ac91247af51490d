import type { App } from '../../context.ts'
import { linkMentions } from './mentions.ts'
import { Renderer } from './renderer.ts'

export function addMarkdown({ serve, server, context }: App): Renderer {
  const renderer = new Renderer(context.db.kysely)
  server.addHook('onClose', () => renderer.close())

  serve('POST /api/preview', async ({ member, body: { text } }) => {
    const { stored, people } = await renderer.render(member.id, text)
    return { html: linkMentions(stored, people) }
  })

  return renderer
}
