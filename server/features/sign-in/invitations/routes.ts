import { hasRole } from '../../../../contract/access.ts'
import { INVITATIONS_IN_WINDOW, INVITATIONS_WINDOW } from '../../../../contract/limits.ts'
import { Invitation } from '../../../../contract/sign-in.ts'
import type { Context } from '../../../context.ts'
import { asId, dateOfId } from '../../../ids.ts'
import type { Member } from '../../../platform/http/caller.ts'
import type { Serve } from '../../../platform/http/handler.ts'
import { originOf } from '../../../platform/http/origin.ts'
import { pageContent, pageResponse } from '../../../platform/http/paging.ts'
import { requireFound } from '../../../platform/http/refusals.ts'
import { requireActive } from '../../accounts/active-member.ts'
import { countWrite, type Limit } from '../../accounts/attempts.ts'
import { logAction } from '../../accounts/audit-log.ts'
import { requireRole } from '../../accounts/roles.ts'
import { findSiteSettings } from '../../site/site-settings.ts'
import {
  deleteInvitation,
  findInvitation,
  type InvitationRow,
  insertInvitation,
  listInvitations,
} from './queries.ts'

const INVITATION_NOT_FOUND = 'Invitation not found'
const INVITATIONS: Limit = { kind: 'invitations', max: INVITATIONS_IN_WINDOW, window: INVITATIONS_WINDOW }

export function invitationRoutes(serve: Serve, context: Context): void {
  const { db, settings } = context

  serve('POST /api/invitations', async ({ member, body, request }) => {
    await countWrite(context, INVITATIONS, member.id)
    const row = await db.transaction(async (trx) => {
      await requireActive(trx, member.id)
      const { inviting } = await findSiteSettings(trx)
      if (inviting !== 'members') await requireRole(trx, member, 'moderator')
      return findInvitation(trx, await insertInvitation(trx, member.id, body))
    })
    return presentInvitation(row, originOf(request.raw, settings))
  })

  serve('GET /api/invitations', async ({ member, page, request }) => {
    const rows = await listInvitations(db.kysely, ownOnly(member), page)
    const origin = originOf(request.raw, settings)
    const present = (row: InvitationRow) => presentInvitation(row, origin)
    const content = pageContent(rows, page.limit, present, ({ id }) => id)
    return pageResponse(Invitation, content, '/api/invitations', page.limit)
  })

  serve('DELETE /api/invitations/:id', async ({ member, params }) => {
    const id = requireFound(asId(params.id), INVITATION_NOT_FOUND)
    await db.transaction(async (trx) => {
      await requireActive(trx, member.id)
      if (isModerator(member)) await requireRole(trx, member, 'moderator')
      const { created_by } = requireFound(
        await deleteInvitation(trx, id, ownOnly(member)),
        INVITATION_NOT_FOUND,
      )
      if (created_by === member.id) return
      await logAction(trx, { action: 'invitation', by: member.id, to: created_by })
    })
    return { msg: 'Invitation revoked' }
  })
}

const isModerator = ({ role }: Member) => hasRole(role, 'moderator')

const ownOnly = (member: Member) => (isModerator(member) ? undefined : member.id)

function presentInvitation(row: InvitationRow, origin: string): Invitation {
  return {
    _id: row.id,
    code: row.code,
    url: `${origin}/register?invitation=${row.code}`,
    uses: row.uses,
    used: row.used,
    expires: new Date(row.expires_at).toISOString(),
    date: dateOfId(row.id),
    user: row.created_by,
    name: row.name,
  }
}
