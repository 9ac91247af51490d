import { sql } from 'kysely'
import type { Member } from '../../../../contract/accounts.ts'
import type { Queryable } from '../../../database/database.ts'
import { containsText } from '../../../database/expressions.ts'
import { asId, dateOfId, LAST_ID } from '../../../ids.ts'
import { type Page, type PageContent, pageContent } from '../../../platform/http/paging.ts'
import { notFound, requireFound } from '../../../platform/http/refusals.ts'
import { presentHandle } from '../present.ts'
import { emailKey } from '../queries.ts'
import { presentEnd } from '../suspension.ts'

const SCANNED = 25_000

const COLUMNS = [
  'users.id',
  'users.name',
  'users.handle',
  'users.email',
  'users.role',
  'users.suspended_until',
  'users.suspension_reason',
  'users.invited_by',
] as const

const INVITER = sql<string | null>`(select inviter.name from users as inviter
  where inviter.id = users.invited_by and inviter.email != '')`.as('inviter')

function members(db: Queryable) {
  return db.selectFrom('users').select(COLUMNS).select(INVITER).where('users.email', '!=', '')
}

type MemberRow = Awaited<ReturnType<ReturnType<typeof members>['executeTakeFirstOrThrow']>>

export function findMember(db: Queryable, id: string): Promise<MemberRow | undefined> {
  return members(db).where('users.id', '=', id).executeTakeFirst()
}

export async function listMembers(
  db: Queryable,
  search: string | null,
  page: Page,
): Promise<PageContent<Member>> {
  const { limit, before = LAST_ID } = page
  if (search === null) {
    const newest = members(db)
      .where('users.id', '<', before)
      .orderBy('users.id', 'desc')
      .limit(limit + 1)
    return asContent(await newest.execute(), page)
  }
  const exact = await findExactly(db, search)
  if (exact) return asContent(exact.id < before ? [exact] : [], page)
  return searchMembers(db, search, page)
}

async function findExactly(db: Queryable, search: string): Promise<MemberRow | undefined> {
  const byEmail = await members(db).where('email_key', '=', emailKey(search)).executeTakeFirst()
  if (byEmail) return byEmail
  return members(db)
    .innerJoin('handles', 'handles.user_id', 'users.id')
    .where('handles.handle', '=', search.toLowerCase().replace(/^@/, ''))
    .executeTakeFirst()
}

/** If the scan does not fill the page, the next page continues where it ended. */
async function searchMembers(db: Queryable, search: string, page: Page): Promise<PageContent<Member>> {
  const { limit, before = LAST_ID } = page
  const scanned = db
    .selectFrom('users')
    .select(COLUMNS)
    .where('id', '<', before)
    .orderBy('id', 'desc')
    .limit(SCANNED)
  const rows = await db
    .selectFrom(scanned.as('users'))
    .select(COLUMNS)
    .select(INVITER)
    .where('users.email', '!=', '')
    .where(({ or }) =>
      or(['users.name', 'users.handle', 'users.email'].map((column) => containsText(db, column, search))),
    )
    .orderBy('users.id', 'desc')
    .limit(limit + 1)
    .execute()
  const content = asContent(rows, page)
  if (content.rest) return content
  const last = await scanned
    .clearSelect()
    .select('id')
    .limit(1)
    .offset(SCANNED - 1)
    .executeTakeFirst()
  return { ...content, rest: last?.id }
}

function asContent(rows: MemberRow[], { limit }: Page): PageContent<Member> {
  return pageContent(rows, limit, presentMember, ({ id }) => id)
}

export function presentMember(row: MemberRow): Member {
  const { id, name, handle, email, role, suspended_until, suspension_reason, invited_by, inviter } = row
  return {
    _id: id,
    name,
    handle: presentHandle(handle, id),
    email,
    role,
    date: dateOfId(id),
    suspended: suspended_until !== null,
    suspension:
      suspended_until === null
        ? null
        : { until: presentEnd(suspended_until), reason: suspension_reason ?? '' },
    invitedBy: invited_by !== null && inviter !== null ? { _id: invited_by, name: inviter } : null,
  }
}

export const PERSON_NOT_FOUND = 'There is no such person'
export const MEMBER_NOT_FOUND = 'There is no such member'

export async function requirePerson(db: Queryable, text: string) {
  return requireFound(await findMember(db, requireFound(asId(text), PERSON_NOT_FOUND)), PERSON_NOT_FOUND)
}

export async function requireActivePerson(db: Queryable, text: string) {
  const person = await requirePerson(db, text)
  if (person.suspended_until !== null) throw notFound(PERSON_NOT_FOUND)
  return person
}
