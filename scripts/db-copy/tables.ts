import type { Database } from '../../server/database/database.ts'
import type { Tables } from '../../server/database/tables.ts'

/** The key of every table that is copied; referenced tables come first. */
const KEYS = {
  users: ['id'],
  sessions: ['id'],
  profiles: ['user_id'],
  experience: ['id'],
  education: ['id'],
  posts: ['id'],
  likes: ['post_id', 'user_id'],
  comments: ['id'],
  jobs: ['id'],
} as const satisfies { [Name in keyof Tables]?: readonly (keyof Tables[Name])[] }

/**
 * Not copied: `changes` is for the caches of processes on that database, `attempts` expires within minutes,
 * and `migrations` is written when the target is migrated.
 */
const NOT_COPIED = ['changes', 'attempts', 'migrations']

export type CopiedTable = { name: keyof typeof KEYS; key: readonly string[]; columns: string[] }

/** The tables of a migrated database, each with all of its columns. */
export async function copiedTables({ kysely }: Database): Promise<CopiedTable[]> {
  // Extensions may add views.
  const known = (await kysely.introspection.getTables()).filter(({ isView }) => !isView)
  const unknown = known.find(({ name }) => !Object.hasOwn(KEYS, name) && !NOT_COPIED.includes(name))
  if (unknown) throw new Error(`scripts/db-copy/tables.ts does not list the table ${unknown.name}.`)
  return Object.entries(KEYS).map(([name, key]) => {
    const columns = known.find((table) => table.name === name)?.columns ?? []
    return {
      name: name as CopiedTable['name'],
      key,
      // Sorted, because the checksum depends on their order and engines differ in it.
      columns: columns.map((column) => column.name).sort(),
    }
  })
}
