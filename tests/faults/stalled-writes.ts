import { sql } from 'kysely'
import type { Database } from '../../server/database/database.ts'

export async function stallWrites(
  db: Database,
  table: 'posts' | 'comments',
): Promise<{ end(): Promise<void> }> {
  if (db.engine === 'postgres') return lockRows(db, table)
  for (const event of ['update', 'delete']) {
    // Counting these combinations takes hours.
    const trigger = sql`create trigger ${sql.ref(`stall_${event}`)} before ${sql.raw(event)} on ${sql.table(table)}
      begin select count(*) from posts, posts as b, posts as c, posts as d; end`
    await db.transaction((trx) => trigger.execute(trx))
  }
  return {
    async end() {
      for (const event of ['update', 'delete']) {
        await db.transaction((trx) => sql`drop trigger ${sql.ref(`stall_${event}`)}`.execute(trx))
      }
    },
  }
}

async function lockRows(db: Database, table: string): Promise<{ end(): Promise<void> }> {
  const locked = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  const lock = db.transaction(async (trx) => {
    await sql`select 1 from ${sql.table(table)} for update`.execute(trx)
    locked.resolve()
    await released.promise
  })
  lock.catch(locked.reject)
  await locked.promise
  return {
    end() {
      released.resolve()
      return lock
    },
  }
}
