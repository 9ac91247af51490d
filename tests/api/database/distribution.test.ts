import { sql } from 'kysely'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import type { Queryable } from '../../../server/database/database.ts'
import { createTable } from '../../../server/database/schema/create-table.ts'
import { tablesToDistribute, touchShardsInTurn } from '../../../server/database/schema/distribution.ts'
import { DISTRIBUTION, type Distribution, isFullTextPart } from '../../../server/database/schema/tables.ts'
import { distributed, engine, startApp, type TestApp } from '../../app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())

type Key = { table: string; name: string; columns: string[] }
type ForeignKey = Key & { target: string; targetColumns: string[] }

const tables: Record<string, Distribution> = { ...DISTRIBUTION }
const columnOf = (table: string) => {
  const distribution = tables[table]
  return distribution && 'column' in distribution ? distribution.column : undefined
}

async function violations(db: Queryable): Promise<string[]> {
  const unknown = (await tableNames(db)).filter((table) => !tables[table])
  const keys = (await uniqueKeys(db)).filter(({ table, columns }) => {
    const column = columnOf(table)
    return column !== undefined && !columns.includes(column)
  })
  const foreignKeys = (await allForeignKeys(db)).filter((key) => !staysInGroup(key))
  return [
    ...unknown.map((table) => `${table} is unknown`),
    ...keys.map(({ table, name }) => `the key ${name} of ${table} lacks ${columnOf(table)}`),
    ...foreignKeys.map(
      ({ name, table, target }) => `${name} leads from the group of ${table} to that of ${target}`,
    ),
  ]
}

function staysInGroup({ table, columns, target, targetColumns }: ForeignKey): boolean {
  const from = tables[table]?.group
  const to = tables[target]?.group
  if (to === 'reference') return true
  if (from !== to) return false
  const column = columnOf(table)
  // Rows of one group share a node only if their distribution columns have the same value.
  return column === undefined || targetColumns[columns.indexOf(column)] === columnOf(target)
}

async function tableNames(db: Queryable): Promise<string[]> {
  const tables = await db.introspection.getTables()
  // Citus adds views of its own.
  return tables.filter(({ name, isView }) => !isView && !isFullTextPart(name)).map(({ name }) => name)
}

const columnNames = (table: string, numbers: string) =>
  sql.raw(`array(select attname::text from unnest(${numbers}) with ordinality as number (value, place)
    join pg_attribute on attrelid = ${table} and attnum = value order by place)`)

async function uniqueKeys(db: Queryable): Promise<Key[]> {
  const { rows } = await sql<Key>`
    select indrelid::regclass::text as table, indexrelid::regclass::text as name,
      ${columnNames('indrelid', 'indkey')} as columns
    from pg_index join pg_class on pg_class.oid = indrelid
    where indisunique and not relispartition and relnamespace = 'public'::regnamespace`.execute(db)
  return rows
}

async function allForeignKeys(db: Queryable): Promise<ForeignKey[]> {
  const { rows } = await sql<ForeignKey>`
    select conrelid::regclass::text as table, conname::text as name, confrelid::regclass::text as target,
      ${columnNames('conrelid', 'conkey')} as columns, ${columnNames('confrelid', 'confkey')} as "targetColumns"
    from pg_constraint
    where contype = 'f' and conparentid = 0 and connamespace = 'public'::regnamespace`.execute(db)
  // Citus also lists the shards of the coordinator's tables.
  return rows.filter(({ name }) => !/_\d{6,}$/.test(name))
}

test('every table has a distribution', async () => {
  expect((await tableNames(app.db.kysely)).filter((table) => !tables[table])).toEqual([])
})

test.runIf(engine === 'postgres')('keys and foreign keys stay within their groups', async () => {
  expect((await uniqueKeys(app.db.kysely)).map(({ name }) => name)).toContain('comments_pkey')
  expect((await allForeignKeys(app.db.kysely)).map(({ name }) => name)).toContain('likes_post_id_fkey')
  expect(await violations(app.db.kysely)).toEqual([])
})

test.runIf(engine === 'postgres' && !distributed)('a table that breaks the rule is found', async () => {
  const rolledBack = new Error('Rolled back')
  const attempt = app.db.kysely.transaction().execute(async (trx) => {
    await sql`create table pins (id uuid primary key, post_id uuid references posts)`.execute(trx)
    tables.pins = { group: 'profiles', column: 'post_id' }
    onTestFinished(() => {
      delete tables.pins
    })
    expect(await violations(trx)).toEqual([
      'the key pins_pkey of pins lacks post_id',
      'pins_post_id_fkey leads from the group of pins to that of posts',
    ])
    throw rolledBack
  })
  await expect(attempt).rejects.toBe(rolledBack)
})

test.runIf(distributed)('every table is distributed', async () => {
  for (const group of ['reference', 'posts', 'profiles', 'pictures', 'local'] as const) {
    expect(await tablesToDistribute(app.db.kysely, group)).toEqual([])
  }
})

test('a table that a later migration adds is distributed, with its foreign keys', async () => {
  const { kysely } = app.db
  const id = engine === 'postgres' ? 'uuid' : 'text'
  const rolledBack = new Error('Rolled back')
  const attempt = app.db.transaction(async (trx) => {
    if (engine === 'postgres') await touchShardsInTurn(trx)
    await createTable(trx as never, app.db.engine, {
      name: 'added_later',
      distribution: { group: 'posts', column: 'post_id' },
      columns: `post_id ${id} not null, user_id ${id} not null, primary key (post_id, user_id)`,
      foreignKeys: [
        '(post_id) references posts (id) on delete cascade',
        '(user_id) references users (id) on delete cascade',
      ],
    })
    if (distributed) {
      const { rows } = await sql<{ together: boolean }>`
        select count(distinct colocationid) = 1 as together from pg_dist_partition
        where logicalrelid in ('added_later'::regclass, 'posts'::regclass)`.execute(trx)
      expect(rows).toEqual([{ together: true }])
    }
    if (engine === 'postgres') {
      const keys = (await allForeignKeys(trx)).filter(({ table }) => table === 'added_later')
      expect(keys.map(({ target }) => target).sort()).toEqual(['posts', 'users'])
    }
    throw rolledBack
  })
  await expect(attempt).rejects.toBe(rolledBack)
  expect(await tableNames(kysely)).not.toContain('added_later')
})

test.runIf(distributed)(
  'the changes of a transaction over several nodes are recorded again after it',
  async () => {
    const author = await app.signUp()
    const reader = await app.signUp()
    const post = await author.write('Hello')
    await reader.put(`/api/posts/like/${post}`)
    const notes = async () => {
      const { rows } = await sql<{ count: number }>`
      select count(*) as count from changes where topic = ${`post:${post}`}`.execute(app.db.kysely)
      return rows[0]?.count ?? 0
    }
    const before = await notes()
    await reader.delete('/api/profile')
    await expect.poll(notes).toBe(before + 2)
  },
)
