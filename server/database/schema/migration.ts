import type { Kysely } from 'kysely'
import type { Engine } from '../database.ts'

/** A change of the schema. Databases record the names of those that were applied. */
export type Migration = { name: string; up(db: Kysely<unknown>, engine: Engine): Promise<void> }
