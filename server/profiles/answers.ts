import { Profile } from '../../contract/profiles.ts'
import type { Awaitable } from '../awaitable.ts'
import type { Topic } from '../database/changes.ts'
import type { Database } from '../database/database.ts'
import type { FreshCache } from '../fresh-cache.ts'
import { blockOf } from '../http/bytes.ts'
import { ListAnswers } from '../http/list-answers.ts'
import { type Page, splitPage } from '../http/paging.ts'
import { PreparedAnswer } from '../http/prepared-answer.ts'
import { serialise } from '../http/serialise.ts'
import type { Settings } from '../process/settings.ts'
import { findProfiles, listProfiles } from './queries.ts'

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
        const { shown, next } = splitPage(await listProfiles(db.kysely, page), page)
        return { topics: shown.map((row) => topicOf(row.user_id)), next }
      },
      entries: async (missing) => {
        const profiles = await this.#find(missing.map(userIdOf))
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
        const profile = (await this.#find([userId])).get(userId)
        return profile && new PreparedAnswer(serialise(Profile, profile))
      },
      (answer) => answer?.size ?? 0,
    )
  }

  #find(userIds: string[]) {
    return this.#db.snapshot((trx) => findProfiles(trx, this.#settings, userIds))
  }
}
