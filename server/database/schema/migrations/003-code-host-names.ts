import { type Kysely, sql } from 'kysely'
import type { Engine } from '../../database.ts'

export const name = '003-code-host-names'

/** Whether a name of the code host stands in a profile is asked for before each call to that host. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  // By bytes: in some locales a small I is no "i".
  const column = sql.raw(engine === 'postgres' ? 'githubusername collate "C"' : 'githubusername')
  await sql`create index profiles_by_code_host_name on profiles (lower(${column}), user_id)`.execute(db)
}
