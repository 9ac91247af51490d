import { sql } from 'kysely'
import type { Marks } from '../../../../contract/posts.ts'
import type { Queryable } from '../../../database/database.ts'
import { isOneOf } from '../../../database/expressions.ts'
import { asId } from '../../../ids.ts'
import { visiblePosts } from '../../visibility.ts'

export async function findMarks(db: Queryable, userId: string, asked: string[]): Promise<Marks> {
  const ids = [...new Set(asked.map(asId))].filter((id) => id !== undefined)
  const rows = ids.length > 0 ? await marksOn(db, userId, ids) : []
  const marks = new Map(rows.map((row) => [row.id, row]))
  return {
    liked: ids.filter((id) => marks.get(id)?.liked),
    bookmarked: ids.filter((id) => marks.get(id)?.bookmarked),
  }
}

function marksOn(db: Queryable, userId: string, ids: string[]) {
  const isMarked = (table: 'likes' | 'bookmarks') => sql<boolean | number>`exists (
    select 1 from ${sql.table(table)} as marks where marks.post_id = posts.id and marks.user_id = ${userId}
  )`
  return visiblePosts(db)
    .select(['id', isMarked('likes').as('liked'), isMarked('bookmarks').as('bookmarked')])
    .where(isOneOf(db, 'id', ids))
    .execute()
}
