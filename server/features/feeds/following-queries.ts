import { type RawBuilder, sql } from 'kysely'
import type { Queryable } from '../../database/database.ts'
import { FIRST_ID } from '../../ids.ts'
import type { Filters } from './queries.ts'

type Sources = { name: string; followed: RawBuilder<unknown>; posts: RawBuilder<unknown> }

const POSTS_OF_PERSON = sql`select id from posts where user_id = source and hidden = 0`
const POSTS_WITH_TAG = sql`select post_id as id from post_tags where tag = source and hidden = 0`

const people = (userId: string, posts = POSTS_OF_PERSON): Sources => ({
  name: 'people_followed',
  followed: sql`select other_id as source from follows_people where user_id = ${userId}`,
  posts,
})
const tags = (userId: string, posts = POSTS_WITH_TAG): Sources => ({
  name: 'tags_followed',
  followed: sql`select tag as source from follows_tags where user_id = ${userId}`,
  posts,
})

/** A page of n posts only has posts of the n sources with the newest ones. A post may occur several times. */
async function newestOf(db: Queryable, all: Sources[], before: string, limit: number): Promise<string[]> {
  const heads = ({ followed, posts }: Sources) => sql`
    select source, (
      select id from (${posts}) as own where id < ${before} order by id desc limit 1
    ) as newest from (${followed}) as followed`
  const lists = ({ name, posts }: Sources) => sql`
    select (
      select string_agg(cast(id as text), ',')
      from (select id from (${posts}) as own where id < ${before} order by id desc limit ${limit}) as newest
    ) as ids
    from ${sql.table(name)} where newest >= coalesce((select newest from cutoff), ${FIRST_ID})`
  const union = (queries: RawBuilder<unknown>[], word: string) => sql.join(queries, sql.raw(` ${word} `))
  const { rows } = await sql<{ ids: string | null }>`
    with ${sql.join(all.map((each) => sql`${sql.table(each.name)} as materialized (${heads(each)})`))},
      cutoff as (
        select newest from (
          ${union(
            all.map(({ name }) => sql`select newest from ${sql.table(name)}`),
            'union',
          )}
        ) as heads where newest is not null order by newest desc limit 1 offset ${limit}
      )
    ${union(all.map(lists), 'union all')}`.execute(db)
  return rows.flatMap(({ ids }) => ids?.split(',') ?? [])
}

/** Without a filter, or with one that is not followed itself. */
export function newestFollowed(
  db: Queryable,
  userId: string,
  { author, tag }: Filters,
  before: string,
  limit: number,
): Promise<string[]> {
  if (tag !== null) {
    const posts = sql`select post_id as id from post_tags where user_id = source and tag = ${tag} and hidden = 0`
    return newestOf(db, [people(userId, posts)], before, limit)
  }
  if (author !== null) {
    const posts = sql`select post_id as id from post_tags where tag = source and user_id = ${author} and hidden = 0`
    return newestOf(db, [tags(userId, posts)], before, limit)
  }
  return newestOf(db, [people(userId), tags(userId)], before, limit)
}
