import { type RawBuilder, sql } from 'kysely'
import type { Page, PageKeys } from '../answers/list.ts'
import type { Context } from '../context.ts'
import type { Database, Queryable } from '../database/database.ts'
import { isOneOf } from '../database/expressions.ts'
import { preparePage, run } from '../database/prepared.ts'
import { findFollowedTags, followsPerson, followsTag } from '../follows/queries.ts'
import { keysOf } from './lists.ts'
import { type Filters, LAST_ID, newestPosts } from './queries.ts'

const FIRST_ID = '00000000-0000-0000-0000-000000000000'

/** Several people or tags, each of which is a `source` of posts. */
type Sources = { name: string; followed: RawBuilder<unknown>; posts: RawBuilder<unknown> }

const PEOPLE: Sources = {
  name: 'people_followed',
  followed: sql`select other_id as source from follows_people`,
  posts: sql`select id from posts where user_id = source and hidden = 0`,
}
const TAGS: Sources = {
  name: 'tags_followed',
  followed: sql`select tag as source from follows_tags`,
  posts: sql`select post_id as id from post_tags where tag = source and hidden = 0`,
}

/**
 * Lists of ids that together contain the newest posts of all sources. On a page of n posts there can only be posts of
 * the n sources with the newest ones. So this looks at one post of each source, and then at n posts of each of these,
 * however many there are. A post may be the newest one of several sources.
 */
function newestOf(db: Queryable, all: Sources[], userId: string, before: string, limit: RawBuilder<number>) {
  const heads = ({ followed, posts }: Sources) => sql`
    select source, (
      select id from (${posts}) as own where id < ${before} order by id desc limit 1
    ) as newest from (${followed} where user_id = ${userId}) as followed`
  const lists = ({ name, posts }: Sources) => sql`
    select (
      select string_agg(cast(id as text), ',')
      from (select id from (${posts}) as own where id < ${before} order by id desc limit ${limit}) as newest
    ) as ids from ${sql.table(name)} where newest >= coalesce((select newest from cutoff), ${FIRST_ID})`
  const union = (parts: RawBuilder<unknown>[], word: string) => sql.join(parts, sql.raw(` ${word} `))
  const query = sql<{ ids: string }>`
    with ${sql.join(all.map((each) => sql`${sql.table(each.name)} as materialized (${heads(each)})`))},
      cutoff as (
        select newest from (
          ${union(
            all.map(({ name }) => sql`select newest from ${sql.table(name)}`),
            'union',
          )}
        ) as heads where newest is not null order by newest desc limit 1 offset ${limit}
      )
    ${union(all.map(lists), 'union all')}`
  return { compile: () => query.compile(db) }
}

const newestOfAll = preparePage((db, limit, userId: string, before: string) =>
  newestOf(db, [PEOPLE, TAGS], userId, before, limit),
)
const newestOfPeople = preparePage((db, limit, userId: string, before: string, tag: string) => {
  const posts = sql`select post_id as id from post_tags where user_id = source and tag = ${tag} and hidden = 0`
  return newestOf(db, [{ ...PEOPLE, posts }], userId, before, limit)
})
const newestOfTags = preparePage((db, limit, userId: string, before: string, author: string) => {
  const posts = sql`select post_id as id from post_tags where tag = source and user_id = ${author} and hidden = 0`
  return newestOf(db, [{ ...TAGS, posts }], userId, before, limit)
})

/**
 * Finds the posts of the people and with the tags that a member follows, newest first. With a tag, those are its posts
 * by followed people, or all of them if the tag is followed; in the same way with an author.
 */
export function followingFinder({ db }: Context) {
  return async (userId: string, { author, tag }: Filters, page: Page): Promise<PageKeys> => {
    const limit = page.limit + 1
    const before = page.before ?? LAST_ID
    if (await followsFilter(db.kysely, userId, { author, tag })) {
      const query = newestPosts(db.kysely, { part: 'all', author, tag }, { limit, before })
      return keysOf((await run(db.kysely, query)).rows, page)
    }
    if (author !== null && tag !== null) return { keys: [], isLast: true }
    const ids = db.hasNodes?.()
      ? await newestOnNodes(db, userId, { author, tag }, before, limit)
      : await newestOnOneNode(db, userId, { author, tag }, before, limit)
    const newest = [...new Set(ids)].sort().reverse()
    return keysOf(
      newest.slice(0, limit).map((id) => ({ id })),
      page,
    )
  }
}

async function followsFilter(db: Queryable, userId: string, { author, tag }: Filters): Promise<boolean> {
  if (author !== null && (await followsPerson(db, userId, author))) return true
  return tag !== null && (await followsTag(db, userId, tag))
}

async function newestOnOneNode(
  { kysely }: Database,
  userId: string,
  { author, tag }: Filters,
  before: string,
  limit: number,
): Promise<string[]> {
  const found = tag
    ? newestOfPeople(kysely, limit, userId, before, tag)
    : author
      ? newestOfTags(kysely, limit, userId, before, author)
      : newestOfAll(kysely, limit, userId, before)
  return (await found).rows.flatMap(({ ids }) => ids.split(','))
}

/** On several nodes, where the posts of a source are on all of them, each shard returns its newest posts of any source. */
async function newestOnNodes(
  { kysely }: Database,
  userId: string,
  { author, tag }: Filters,
  before: string,
  limit: number,
): Promise<string[]> {
  const followed = await kysely
    .selectFrom('follows_people')
    .select('other_id')
    .where('user_id', '=', userId)
    .execute()
  const people = followed.map(({ other_id }) => other_id)
  const tags = await findFollowedTags(kysely, userId)
  const tagged = kysely
    .selectFrom('post_tags')
    .select('post_id as id')
    .distinct()
    .where('hidden', '=', 0)
    .where('post_id', '<', before)
    .orderBy('post_id', 'desc')
    .limit(limit)
  const byPeople = tag
    ? tagged.where('tag', '=', tag).where(isOneOf(kysely, 'user_id', people))
    : kysely
        .selectFrom('posts')
        .select('id')
        .where(isOneOf(kysely, 'user_id', people))
        .where('hidden', '=', 0)
        .where('id', '<', before)
        .orderBy('id', 'desc')
        .limit(limit)
  const byTags = tagged
    .where('tag', 'in', tags)
    .$if(author !== null, (query) => query.where('user_id', '=', author ?? ''))
  const rows = [
    ...(author === null && people.length > 0 ? await byPeople.execute() : []),
    ...(tag === null && tags.length > 0 ? await byTags.execute() : []),
  ]
  return rows.map(({ id }) => id)
}
