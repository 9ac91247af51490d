import { openReader } from '../../database/sqlite/reader.ts'
import { runSearch, type SearchTask } from './searches.ts'

let reader: ReturnType<typeof openReader> | undefined

export default function search({ file, task }: { file: string; task: SearchTask }): Promise<unknown> {
  reader ??= openReader(file)
  return runSearch(reader.kysely, task)
}
