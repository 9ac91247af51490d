import { type Kysely, sql } from 'kysely'
import { StartError } from '../../start-error.ts'
import type { Database, Engine } from '../database.ts'
import * as firstTables from './migrations/001-first-tables.ts'
import * as leanChanges from './migrations/002-lean-changes.ts'
import * as codeHostNames from './migrations/003-code-host-names.ts'
import * as keysWithHomes from './migrations/004-keys-with-homes.ts'
import * as postsByAuthor from './migrations/005-posts-by-author.ts'
import * as writing from './migrations/006-writing.ts'
import * as handles from './migrations/007-handles.ts'
import * as pictures from './migrations/008-pictures.ts'
import * as jobs from './migrations/009-jobs.ts'
import * as community from './migrations/010-community.ts'
import * as recovery from './migrations/011-recovery.ts'
import * as members from './migrations/012-members.ts'
import * as hiding from './migrations/013-hiding.ts'
import * as identities from './migrations/014-identities.ts'
import * as asking from './migrations/015-asking.ts'
import * as following from './migrations/016-following.ts'
import * as notifications from './migrations/017-notifications.ts'
import * as mailPreferences from './migrations/018-mail-preferences.ts'
import * as search from './migrations/020-search.ts'
import * as questions from './migrations/022-questions.ts'
import * as mutes from './migrations/023-mutes.ts'
import * as searchBuckets from './migrations/024-search-buckets.ts'
import * as smallerSearch from './migrations/025-smaller-search.ts'
import * as tagChanges from './migrations/026-tag-changes.ts'
import * as pendingWords from './migrations/027-pending-words.ts'
import * as frequentWords from './migrations/028-frequent-words.ts'
import * as frequencyOfWords from './migrations/029-frequency-of-words.ts'
import * as rowsOfFrequentWords from './migrations/030-rows-of-frequent-words.ts'
import * as rankedPosts from './migrations/031-ranked-posts.ts'
import * as fullText from './migrations/032-full-text.ts'
import * as plainTagCounts from './migrations/033-plain-tag-counts.ts'
import * as connectedIdentities from './migrations/034-connected-identities.ts'
import * as vocabulary from './migrations/035-vocabulary.ts'
import * as mentions from './migrations/036-mentions.ts'
import * as pictureUploads from './migrations/037-picture-uploads.ts'
import { touchShardsInTurn } from './placement.ts'
import type { Tables } from './tables.ts'

type Migration = { name: string; up(db: Kysely<unknown>, engine: Engine): Promise<void> }

/** In the order in which they run. A migration that has been released is never edited. */
const MIGRATIONS: readonly Migration[] = [
  firstTables,
  leanChanges,
  codeHostNames,
  keysWithHomes,
  postsByAuthor,
  writing,
  handles,
  pictures,
  jobs,
  community,
  recovery,
  members,
  hiding,
  identities,
  asking,
  following,
  notifications,
  mailPreferences,
  search,
  questions,
  mutes,
  searchBuckets,
  smallerSearch,
  tagChanges,
  pendingWords,
  frequentWords,
  frequencyOfWords,
  rowsOfFrequentWords,
  rankedPosts,
  fullText,
  plainTagCounts,
  connectedIdentities,
  vocabulary,
  mentions,
  pictureUploads,
]

// Any constant will do: all processes of this product take the same lock.
const MIGRATION_LOCK = 7_236_001

/** Brings the schema up to date; processes that start together wait for the first one. */
export async function migrate(db: Database): Promise<string[]> {
  const applied = await db.transaction(async (trx) => {
    if (db.engine === 'postgres') {
      await sql`select pg_advisory_xact_lock(${MIGRATION_LOCK})`.execute(trx)
      await touchShardsInTurn(trx)
    }
    await sql`create table if not exists migrations (name text primary key, at bigint not null)`.execute(trx)
    const done = await appliedMigrations(trx)
    refuseNewerSchema(done)
    if (db.engine === 'postgres' && done.length > 0) await forgetForeignChanges(trx)
    const pending = MIGRATIONS.filter(({ name }) => !done.includes(name))
    for (const { name, up } of pending) {
      await up(trx as unknown as Kysely<unknown>, db.engine)
      await trx.insertInto('migrations').values({ name, at: Date.now() }).execute()
    }
    return pending.map(({ name }) => name)
  })
  db.keepRollbacksInMemory?.()
  return applied
}

/**
 * A dump from another server brings that server's transaction numbers. Those that this one has not reached
 * would look new to every cache for as long as it takes to get there.
 */
async function forgetForeignChanges(trx: Kysely<Tables>): Promise<void> {
  await sql`delete from changes where xid >= pg_snapshot_xmax(pg_current_snapshot())`.execute(trx)
}

/** Every migration with whether it has been applied, without changing anything. */
export async function listMigrations(db: Database): Promise<{ name: string; applied: boolean }[]> {
  const tables = await db.kysely.introspection.getTables()
  const known = tables.some((table) => table.name === 'migrations')
  const done = known ? await appliedMigrations(db.kysely) : []
  return MIGRATIONS.map(({ name }) => ({ name, applied: done.includes(name) }))
}

async function appliedMigrations(db: Kysely<Tables>): Promise<string[]> {
  const rows = await db.selectFrom('migrations').select('name').orderBy('name').execute()
  return rows.map(({ name }) => name)
}

/** Old code on a newer schema could write rows that the newer code cannot read. */
function refuseNewerSchema(done: string[]): void {
  const unknown = done.find((name) => !MIGRATIONS.some((migration) => migration.name === name))
  if (unknown) {
    throw new StartError(
      `The database was migrated by a newer version (${unknown}); start that version instead.`,
    )
  }
}
