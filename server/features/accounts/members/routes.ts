import { Member } from '../../../../contract/accounts.ts'
import type { Context } from '../../../context.ts'
import { asId } from '../../../ids.ts'
import type { Serve } from '../../../platform/http/handler.ts'
import { pageResponse, pathWith } from '../../../platform/http/paging.ts'
import { invalid, requireFound } from '../../../platform/http/refusals.ts'
import { logAction } from '../audit-log.ts'
import { changeRole, requireRole } from '../roles.ts'
import { findMember, listMembers, MEMBER_NOT_FOUND, presentMember } from './queries.ts'

export function memberRoutes(serve: Serve, { db }: Context): void {
  serve('GET /api/admin/members', async ({ query: { q }, page }) => {
    const path = pathWith('/api/admin/members', { q })
    return pageResponse(Member, await listMembers(db.kysely, q, page), path, page.limit)
  })

  serve('PUT /api/admin/members/:id', async ({ member, params, body: { role } }) => {
    const id = requireFound(asId(params.id), MEMBER_NOT_FOUND)
    return db.transaction(async (trx) => {
      await requireRole(trx, member, 'admin')
      const before = requireFound(await findMember(trx, id), MEMBER_NOT_FOUND)
      if (before.role !== role) {
        await changeRole(trx, id, role)
        await logAction(trx, { action: 'role', by: member.id, to: id, details: `${before.role} → ${role}` })
      }
      const after = requireFound(await findMember(trx, id), MEMBER_NOT_FOUND)
      // No suspension comes in between, because it takes the same lock.
      if (after.suspended_until !== null && role !== 'member') {
        throw invalid({ msg: 'A suspended member cannot have a role', field: 'role' })
      }
      return presentMember(after)
    })
  })
}
