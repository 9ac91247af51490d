import type { App } from '../../context.ts'
import { linkMentions } from './mentions.ts'
import { Renderer } from './renderer.ts'

export function addMarkdown({ serve, server, context }: App): Renderer {
  const renderer = new Renderer(context.db.kysely)
  server.addHook('onClose', () => renderer.close())

  serve('POST /api/preview', async ({ request, member, body: { text } }) => {
    const { stored, people } = await renderer.render({ id: member.id, address: request.address }, text)
    return { html: linkMentions(stored, people) }
  })

  return renderer
}
