import type { Database } from '../../server/database/database.ts'
import type { Tables } from '../../server/database/tables.ts'

/** Every table that is copied with its key, in the order in which they refer to each other. */
const KEYS = {
  users: ['id'],
  sessions: ['id'],
  profiles: ['user_id'],
  experience: ['id'],
  education: ['id'],
  posts: ['id'],
  likes: ['post_id', 'user_id'],
  comments: ['id'],
} as const satisfies { [Name in keyof Tables]?: readonly (keyof Tables[Name])[] }

/**
 * What stays behind: `changes` is only for caches of processes that run on that very database,
 * `attempts` is forgotten within minutes, and `migrations` is written where the schema is made.
 */
const LEFT_BEHIND = ['changes', 'attempts', 'migrations']

export type CopiedTable = { name: keyof typeof KEYS; key: readonly string[]; columns: string[] }

/** The tables of a migrated database, each with all of its columns. */
export async function copiedTables({ kysely }: Database): Promise<CopiedTable[]> {
  // Extensions bring views of their own.
  const known = (await kysely.introspection.getTables()).filter(({ isView }) => !isView)
  const forgotten = known.find(({ name }) => !Object.hasOwn(KEYS, name) && !LEFT_BEHIND.includes(name))
  if (forgotten) throw new Error(`It is not known how to copy the table ${forgotten.name}.`)
  return Object.entries(KEYS).map(([name, key]) => {
    const columns = known.find((table) => table.name === name)?.columns ?? []
    return {
      name: name as CopiedTable['name'],
      key,
      // In one order on both engines, as the checksum depends on it.
      columns: columns.map((column) => column.name).sort(),
    }
  })
}
