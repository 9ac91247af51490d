import { sql } from 'kysely'
import type { Database } from '../../server/database/database.ts'

export type SearchSizes = { text: number; index: number; tables: number }

export async function measureSizes({ kysely, engine }: Database): Promise<SearchSizes> {
  const bytesOf = async (query: string) => {
    const { rows } = await sql.raw<{ bytes: number }>(`select ${query} as bytes`).execute(kysely)
    return Number(rows[0]?.bytes)
  }
  const text = await bytesOf(
    `(select coalesce(sum(octet_length(text)), 0) from posts) + (select coalesce(sum(octet_length(text)), 0) from comments)`,
  )
  if (engine === 'postgres') {
    const sizeOf = (column: string) =>
      bytesOf(`(select sum(${column}) from pg_inherits where inhparent = 'search_documents'::regclass)`)
    return {
      text,
      index:
        await sizeOf(`(select sum(pg_relation_size(indexrelid)) from pg_index join pg_class on oid = indexrelid
        where indrelid = inhrelid and relam = (select oid from pg_am where amname = 'gin'))`),
      tables: await sizeOf('pg_total_relation_size(inhrelid)'),
    }
  }
  const sizeOf = (names: string) => bytesOf(`(select sum(pgsize) from dbstat where name like '${names}')`)
  return {
    text,
    index: await sizeOf('search_documents_words%'),
    tables: await sizeOf('search_documents%'),
  }
}
