import { Profile } from '../../contract/profiles.ts'
import type { Awaitable } from '../awaitable.ts'
import type { Topic } from '../database/changes.ts'
import type { Database, Queryable } from '../database/database.ts'
import type { FreshCache } from '../fresh-cache.ts'
import { blockOf } from '../http/bytes.ts'
import { ListAnswers } from '../http/list-answers.ts'
import { type Page, splitPage } from '../http/paging.ts'
import { PreparedAnswer } from '../http/prepared-answer.ts'
import { serialise } from '../http/serialise.ts'
import type { Settings } from '../process/settings.ts'
import { findProfiles, firstToFit, listProfiles } from './queries.ts'

const topicOf = (userId: string): Topic => `profile:${userId}`
const userIdOf = (topic: Topic) => topic.slice('profile:'.length)

/** Profiles as they go out, from one database and its cache. */
export class ProfileAnswers {
  readonly cache: FreshCache
  readonly #db: Database
  readonly #settings: Settings
  readonly #list: ListAnswers

  constructor(db: Database, cache: FreshCache, settings: Settings) {
    this.cache = cache
    this.#db = db
    this.#settings = settings
    this.#list = new ListAnswers(cache, {
      topic: 'profiles',
      path: '/api/profile',
      async keys(page) {
        const { shown, isLast } = splitPage(await listProfiles(db.kysely, page), page)
        return { keys: shown.map(({ id, user_id }) => ({ id, topic: topicOf(user_id) })), isLast }
      },
      entries: async (missing) => {
        const profiles = await this.#db.snapshot(async (trx) =>
          findProfiles(trx, this.#settings, await firstToFit(trx, missing.map(userIdOf))),
        )
        return new Map(
          [...profiles].map(([id, profile]) => [topicOf(id), blockOf(serialise(Profile, profile))]),
        )
      },
    })
  }

  page(page: Page): Awaitable<PreparedAnswer> {
    return this.#list.page(page)
  }

  one(userId: string): Awaitable<PreparedAnswer | undefined> {
    return this.cache.get(
      topicOf(userId),
      'answer',
      async () => {
        const find = (trx: Queryable) => findProfiles(trx, this.#settings, [userId])
        const profile = (await this.#db.snapshot(find)).get(userId)
        return profile && new PreparedAnswer(serialise(Profile, profile))
      },
      (answer) => answer?.size ?? 0,
    )
  }
}
