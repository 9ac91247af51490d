import { randomBytes } from 'node:crypto'
import { type RawBuilder, sql, type UpdateObject } from 'kysely'
import type { Queryable } from '../../database/database.ts'
import { currentTime, isOneOf } from '../../database/expressions.ts'
import type { Tables } from '../../database/schema/tables.ts'
import { newId } from '../../ids.ts'

export const LEASE = 60_000
const MAX_ERROR_LENGTH = 500
const FAILED_JOBS_KEPT = 30 * 24 * 60 * 60_000

export const after = (trx: Queryable, pause: number) => sql<number>`${currentTime(trx)} + ${pause}`

export type LeasedJob = Pick<Tables['jobs'], 'id' | 'payload' | 'attempts'> & { lease: string }

export async function insertJob(
  trx: Queryable,
  kind: string,
  payload: unknown,
  dueAt?: number | RawBuilder<number>,
): Promise<void> {
  await trx
    .insertInto('jobs')
    .values({
      id: newId(),
      kind,
      payload: JSON.stringify(payload),
      run_at: dueAt ?? currentTime(trx),
      attempts: 0,
      lease: null,
      error: null,
      failed_at: null,
    })
    .execute()
}

export async function isPlanned(db: Queryable, kind: string): Promise<boolean> {
  const job = await db
    .selectFrom('jobs')
    .select('id')
    .where('kind', '=', kind)
    .where('failed_at', 'is', null)
    .executeTakeFirst()
  return job !== undefined
}

export async function cancelJob(trx: Queryable, kind: string, payload: unknown): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('jobs')
    .where('kind', '=', kind)
    .where('payload', '=', JSON.stringify(payload))
    .where('run_at', '>', currentTime(trx))
    .where('attempts', '=', 0)
    .where('failed_at', 'is', null)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** A separate read, so that polling writes nothing while nothing is due. */
export async function findDueJobs(db: Queryable, kind: string, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('jobs')
    .select('id')
    .where('kind', '=', kind)
    .where('run_at', '<=', currentTime(db))
    .where('failed_at', 'is', null)
    .orderBy('run_at')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

export async function leaseJobs(trx: Queryable, ids: string[]): Promise<LeasedJob[]> {
  const lease = randomBytes(16).toString('hex')
  const now = currentTime(trx)
  const taken = await trx
    .updateTable('jobs')
    .set({ run_at: sql<number>`${now} + ${LEASE}`, attempts: sql<number>`attempts + 1`, lease })
    .where(isOneOf(trx, 'id', ids))
    .where('run_at', '<=', now)
    .where('failed_at', 'is', null)
    .returning(['id', 'payload', 'attempts'])
    .execute()
  return taken.map((job) => ({ ...job, lease }))
}

/** The functions below return false if another process may have taken the job. */

export async function deleteJob(trx: Queryable, { id, lease }: LeasedJob): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('jobs')
    .where('id', '=', id)
    .where('lease', '=', lease)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export function renewLease(trx: Queryable, job: LeasedJob): Promise<boolean> {
  return update(trx, job, { run_at: after(trx, LEASE) })
}

export function returnJob(trx: Queryable, job: LeasedJob): Promise<boolean> {
  return update(trx, job, { run_at: currentTime(trx), attempts: job.attempts - 1, lease: null })
}

export function retryJob(trx: Queryable, job: LeasedJob, pause: number, error: string): Promise<boolean> {
  return update(trx, job, { run_at: after(trx, pause), lease: null, error: shortened(error) })
}

export function giveUpJob(trx: Queryable, job: LeasedJob, error: string): Promise<boolean> {
  return update(trx, job, { failed_at: currentTime(trx), lease: null, error: shortened(error) })
}

type Page = { limit: number; before: string | undefined }

export function findFailedJobs(db: Queryable, { limit, before }: Page) {
  return db
    .selectFrom('jobs')
    .select(['id', 'kind', 'error', 'attempts', 'failed_at'])
    .where('failed_at', 'is not', null)
    .$if(before !== undefined, (query) => query.where('id', '<', before ?? ''))
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute()
}

export async function restartJob(trx: Queryable, id: string): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('jobs')
    .set({ run_at: currentTime(trx), attempts: 0, failed_at: null })
    .where('id', '=', id)
    .where('failed_at', 'is not', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

const shortened = (error: string) => error.toWellFormed().replaceAll('\0', '').slice(0, MAX_ERROR_LENGTH)

async function update(
  trx: Queryable,
  { id, lease }: LeasedJob,
  values: UpdateObject<Tables, 'jobs'>,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('jobs')
    .set(values)
    .where('id', '=', id)
    .where('lease', '=', lease)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function forgetFailedJobs(trx: Queryable): Promise<void> {
  await trx
    .deleteFrom('jobs')
    .where('failed_at', '<', sql<number>`${currentTime(trx)} - ${FAILED_JOBS_KEPT}`)
    .execute()
}
