import { type Expression, type RawBuilder, sql } from 'kysely'
import type { Queryable } from '../../../database/database.ts'
import { FIRST_ID } from '../../../ids.ts'
import { visiblePosts, visiblePostTags } from '../../visibility.ts'
import type { Filters } from './queries.ts'

type Sources = { name: string; followed: RawBuilder<unknown>; posts: Expression<unknown> }

const source = sql<string>`source`

const ofPeople = (db: Queryable, userId: string, tag: string | null): Sources => ({
  name: 'people_followed',
  followed: sql`select other_id as source from follows_people where user_id = ${userId}`,
  posts:
    tag === null
      ? visiblePosts(db).select('id').where('user_id', '=', source)
      : visiblePostTags(db).select('post_id as id').where('user_id', '=', source).where('tag', '=', tag),
})

const ofTags = (db: Queryable, userId: string, author: string | null): Sources => ({
  name: 'tags_followed',
  followed: sql`select tag as source from follows_tags where user_id = ${userId}`,
  posts: visiblePostTags(db)
    .select('post_id as id')
    .where('tag', '=', source)
    .$if(author !== null, (query) => query.where('user_id', '=', author ?? '')),
})

/** A page of n posts has posts of the n sources with the newest posts only. Posts may repeat. */
export async function newestFollowed(
  db: Queryable,
  userId: string,
  { author, tag }: Filters,
  before: string,
  limit: number,
): Promise<string[]> {
  const all = [
    ...(author === null ? [ofPeople(db, userId, tag)] : []),
    ...(tag === null ? [ofTags(db, userId, author)] : []),
  ]
  const heads = ({ followed, posts }: Sources) => sql`
    select source, (
      select id from ${posts} as own where id < ${before} order by id desc limit 1
    ) as newest from (${followed}) as followed`
  const lists = ({ name, posts }: Sources) => sql`
    select (
      select string_agg(cast(id as text), ',')
      from (select id from ${posts} as own where id < ${before} order by id desc limit ${limit}) as newest
    ) as ids
    from ${sql.table(name)} where newest >= coalesce((select newest from cutoff), ${FIRST_ID})`
  const union = (queries: RawBuilder<unknown>[], word: string) => sql.join(queries, sql.raw(` ${word} `))
  const { rows } = await sql<{ ids: string | null }>`
    with ${sql.join(all.map((sources) => sql`${sql.table(sources.name)} as materialized (${heads(sources)})`))},
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
