import type { Kysely } from 'kysely'
import type { Engine } from '../database.ts'

/** Databases record the names of applied migrations. */
export type Migration = { name: string; up(db: Kysely<unknown>, engine: Engine): Promise<void> }
