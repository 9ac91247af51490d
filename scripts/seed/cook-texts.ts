import type { Queryable } from '../../server/database/database.ts'
import { cook } from '../../server/writing/cook/cook.ts'
import { storeMentions } from '../../server/writing/mentions.ts'
import { COOK_VERSION } from '../../server/writing/writing.ts'

// Nobody has blocked anyone yet.
const NO_ONE = ''

/** Makes the HTML of all texts at once, so that no server has to do it in the background. */
export async function cookTexts(trx: Queryable): Promise<void> {
  const cooked = async (text: string) => {
    const { html, handles, tags } = cook(text)
    const stored = { html: await storeMentions(trx, html, handles, NO_ONE), cook: COOK_VERSION }
    return { stored, tags: JSON.stringify(tags) }
  }
  for (const { id, text } of await trx.selectFrom('posts').select(['id', 'text']).execute()) {
    const { stored, tags } = await cooked(text)
    await trx
      .updateTable('posts')
      .set({ ...stored, tags })
      .where('id', '=', id)
      .execute()
  }
  const comments = await trx.selectFrom('comments').select(['id', 'post_id', 'text']).execute()
  for (const { id, post_id, text } of comments) {
    const { stored } = await cooked(text)
    await trx
      .updateTable('comments')
      .set(stored)
      .where('post_id', '=', post_id)
      .where('id', '=', id)
      .execute()
  }
  for (const { user_id, bio } of await trx.selectFrom('profiles').select(['user_id', 'bio']).execute()) {
    const { stored } = await cooked(bio ?? '')
    await trx.updateTable('profiles').set(stored).where('user_id', '=', user_id).execute()
  }
}
