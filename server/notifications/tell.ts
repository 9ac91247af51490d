import { type CompiledQuery, type RawBuilder, sql } from 'kysely'
import type { NotificationKind } from '../../contract/notifications.ts'
import { recordChanges } from '../database/changes.ts'
import type { Database, Queryable } from '../database/database.ts'
import { prepare } from '../database/prepared.ts'
import {
  ALWAYS,
  type Consequences,
  type Outcome,
  type Step,
  topicOf,
  type WriteRow,
  type Writer,
  write,
} from '../database/write.ts'
import { newId } from '../ids.ts'
import { addMailJob, mailJob } from './mail-job.ts'

/** Recorded when the notifications of a member change. */
export const notificationsTopic = (userId: string) => `notifications:${userId}`

/** What someone is told of. */
export type Told = {
  to: string
  kind: NotificationKind
  /** What the act is on. While an entry about it is unread, further acts of the kind join that entry. */
  subject: string
  post: string | null
  /** The comment by which it was done, or the own one that was accepted. */
  comment: string | null
  by: string
  /** Whether mail tells of it too. */
  mail?: boolean
}

type ToldValues = [
  to: string,
  kind: NotificationKind,
  subject: string,
  post: string | null,
  comment: string | null,
  by: string,
  id: string,
  mailJob: string,
]
const TOLD_VALUES = 8

const valuesOf = ({ to, kind, subject, post, comment, by }: Told): ToldValues => {
  const id = newId()
  return [to, kind, subject, post, comment, by, id, mailJob(to, id)]
}

/** Opens an entry, or joins the unread one. */
function enter(db: Writer, isWritten: RawBuilder<boolean>, ...values: ToldValues) {
  const [user_id, kind, subject_id, post_id, , , id] = values
  const entry = { user_id, id, position: id, kind, subject_id, post_id, count: 1 }
  const columns = Object.keys(entry) as (keyof typeof entry)[]
  const insert = db.insertInto('notifications')
  // A select would be a query of its own on several nodes.
  const inserted =
    isWritten === ALWAYS
      ? insert.values(entry)
      : insert
          .columns(columns)
          .expression(sql`select ${sql.join(Object.values(entry))} where ${isWritten}` as never)
  return inserted
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'kind', 'subject_id'])
        .where(sql<boolean>`read = 0`)
        .doUpdateSet({ count: sql`notifications.count + 1`, position: sql`excluded.position` }),
    )
    .returning(['id', 'user_id', 'kind', 'subject_id', 'read'])
}

/** Notes the act with the entry that it has opened or joined. */
function noteAct(db: Writer, entries: RawBuilder<unknown>, ...values: ToldValues) {
  const [to, kind, subject, , comment, by, id] = values
  return db
    .insertInto('notification_acts')
    .columns(['user_id', 'notification_id', 'id', 'kind', 'subject_id', 'actor_id', 'comment_id'])
    .expression(
      sql`select entry.user_id, entry.id, ${id}, entry.kind, entry.subject_id, ${by}, ${comment}
        from ${entries} as entry
        where entry.user_id = ${to} and entry.kind = ${kind} and entry.subject_id = ${subject}
          and entry.read = 0` as never,
    )
}

function mail(db: Writer, entries: RawBuilder<unknown>, ...values: ToldValues) {
  const [to, , , , , , id, payload] = values
  return addMailJob(db, entries, { to, id, payload })
}

/**
 * A write of which some people are told in the same commit. Nobody is told if nothing is written.
 */
export function writeAndTell<Values extends unknown[], Row>(
  row: WriteRow<Values, Row>,
  {
    counts = [],
    steps = [],
    topics,
  }: { counts?: Step<Values>[]; steps?: Step<Values>[]; topics: Consequences<Values>['topics'] },
) {
  const writes = new Map<string, ReturnType<typeof telling>>()

  /** One flag for each person, whether mail tells them too. */
  const telling = (mails: boolean[]) => {
    const people = mails.length
    const own = (values: unknown[]) => values.slice(0, values.length - people * TOLD_VALUES) as Values
    const toldAt = (values: unknown[], index: number) => {
      const start = values.length - (people - index) * TOLD_VALUES
      return values.slice(start, start + TOLD_VALUES) as ToldValues
    }
    const ofOwn =
      (step: Step<Values>) =>
      (db: Writer, isWritten: RawBuilder<boolean>, ...values: unknown[]) =>
        step(db, isWritten, ...own(values))
    const tellings = mails.map((hasMail, index) => ({
      table: 'notifications' as const,
      step: (db: Writer, isWritten: RawBuilder<boolean>, ...values: unknown[]) =>
        enter(db, isWritten, ...toldAt(values, index)),
      next: [noteAct, ...(hasMail ? [mail] : [])].map(
        (next) =>
          (db: Writer, entries: RawBuilder<unknown>, ...values: unknown[]) =>
            next(db, entries, ...toldAt(values, index)),
      ),
    }))
    return write<[...Values, ...unknown[]], Row>((db, ...values) => row(db, ...own(values)), {
      counts: counts.map(ofOwn),
      steps: [...steps.map(ofOwn), ...tellings],
      topics: (...values) => [
        ...topics(...own(values)),
        ...tellings.map((_, index) => topicOf('notifications', toldAt(values, index)[0])),
      ],
      ...(people > 0 && { leavesHome: true }),
    })
  }

  const writeFor = (told: Told[]) => {
    const mails = told.map((one) => one.mail ?? false)
    const known = writes.get(mails.join())
    if (known) return known
    const made = telling(mails)
    writes.set(mails.join(), made)
    return made
  }

  const run = <Answer>(
    db: Database,
    values: Values,
    told: Told[],
    answer?: CompiledQuery<Answer>,
  ): Promise<Outcome<Row, Answer>> => writeFor(told)(db, [...values, ...told.flatMap(valuesOf)], answer)

  /** As a part of a transaction that does more. */
  const within = (trx: Queryable, values: Values, told: Told[]): Promise<Row | undefined> =>
    writeFor(told).within(trx, [...values, ...told.flatMap(valuesOf)])

  return Object.assign(run, { within })
}

const enterNow = prepare((db, ...values: ToldValues) => enter(db, ALWAYS, ...values))
const mailNow = prepare((db, ...values: ToldValues) => mail(db, sql.table('notifications'), ...values))
const noteActNow = prepare((db, ...values: ToldValues) => noteAct(db, sql.table('notifications'), ...values))

/** Tells people within a transaction of something that it has written. */
export async function tell(trx: Queryable, told: Told[]): Promise<void> {
  for (const one of told) {
    const values = valuesOf(one)
    await enterNow(trx, ...values)
    await noteActNow(trx, ...values)
    if (one.mail) await mailNow(trx, ...values)
  }
  await recordChanges(trx, ...new Set(told.map(({ to }) => notificationsTopic(to))))
}
