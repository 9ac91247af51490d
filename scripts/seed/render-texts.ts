import type { Queryable } from '../../server/database/database.ts'
import { resolveMentions } from '../../server/features/markdown/mentions.ts'
import { renderMarkdown } from '../../server/features/markdown/render/render.ts'
import { RENDER_VERSION } from '../../server/features/markdown/renderer.ts'

/** Rendering now spares the server the work in the background. */
export async function renderTexts(trx: Queryable): Promise<void> {
  const render = async (author: string, text: string) => {
    const { html, handles, tags } = renderMarkdown(text)
    const { mentions } = await resolveMentions(trx, author, handles)
    const columns = { html, render_version: RENDER_VERSION, mentions: JSON.stringify(mentions) }
    return { columns, tags: JSON.stringify(tags) }
  }
  const posts = await trx.selectFrom('posts').select(['id', 'user_id', 'text']).execute()
  for (const { id, user_id, text } of posts) {
    const { columns, tags } = await render(user_id, text)
    await trx
      .updateTable('posts')
      .set({ ...columns, tags })
      .where('id', '=', id)
      .execute()
  }
  const comments = await trx.selectFrom('comments').select(['id', 'post_id', 'user_id', 'text']).execute()
  for (const { id, post_id, user_id, text } of comments) {
    const { columns } = await render(user_id, text)
    await trx
      .updateTable('comments')
      .set(columns)
      .where('post_id', '=', post_id)
      .where('id', '=', id)
      .execute()
  }
  for (const { user_id, bio } of await trx.selectFrom('profiles').select(['user_id', 'bio']).execute()) {
    const { columns } = await render(user_id, bio ?? '')
    await trx.updateTable('profiles').set(columns).where('user_id', '=', user_id).execute()
  }
  const projects = await trx.selectFrom('projects').select(['id', 'user_id', 'description']).execute()
  for (const { id, user_id, description } of projects) {
    const { columns } = await render(user_id, description ?? '')
    await trx
      .updateTable('projects')
      .set(columns)
      .where('user_id', '=', user_id)
      .where('id', '=', id)
      .execute()
  }
}
