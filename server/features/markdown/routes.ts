import { MAX_PREVIEWS_IN_WINDOW, WRITES_WINDOW } from '../../../contract/limits.ts'
import type { Context } from '../../context.ts'
import type { Serve } from '../../platform/http/handler.ts'
import { countWrite, type Limit } from '../accounts/attempts.ts'
import { linkMentions } from './mentions.ts'
import type { Renderer } from './renderer.ts'

const PREVIEWS: Limit = { kind: 'previews', max: MAX_PREVIEWS_IN_WINDOW, window: WRITES_WINDOW }

export function writingRoutes(serve: Serve, context: Context, renderer: Renderer): void {
  serve('POST /api/preview', async ({ member, body: { text } }) => {
    await countWrite(context, PREVIEWS, member.id)
    const { stored, people } = await renderer.render(member.id, text)
    return { html: linkMentions(stored, people) }
  })
}
