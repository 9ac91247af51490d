import { User } from '../../contract/accounts.ts'
import { document } from '../answers/document.ts'
import { mapAwaitable } from '../awaitable.ts'
import { findSilenced, silencesTopic } from '../blocks/queries.ts'
import type { Context } from '../context.ts'
import { isUnavailable } from '../database/faults.ts'
import type { Serve } from '../http/handler.ts'
import { badToken, invalid, requireFound } from '../http/refusals.ts'
import { asId, dateOfId } from '../ids.ts'
import { redeemInvitation, requireInvitation } from '../invitations/queries.ts'
import { countUnread } from '../notifications/queries.ts'
import { notificationsTopic } from '../notifications/tell.ts'
import { setAvatar } from '../pictures/avatar.ts'
import { countRegistration, forgetOldAttempts, tryPassword } from './attempts.ts'
import { avatarUrl, emailKey } from './avatars.ts'
import { closeAccount, deleteClosedAccount, finishDeletions } from './deletion.ts'
import { giveHandles, presentHandle, requireHandle } from './handles.ts'
import { passwordHashes } from './passwords.ts'
import {
  findCurrentUsers,
  findUser,
  findUserByEmail,
  holdPassword,
  setPassword,
  updateUser,
} from './queries.ts'
import { registerUser } from './register.ts'
import {
  endOldestSessions,
  endSession,
  endSessions,
  forgetExpiredSessions,
  listSessions,
  openSession,
} from './sessions.ts'

const wrongCredentials = () => invalid({ msg: 'Invalid Credentials' })
const wrongPassword = () => invalid({ msg: 'Current password is wrong', field: 'password' })

export function accountRoutes(serve: Serve, context: Context): void {
  const { db, answers, settings, upkeep, gauges } = context
  gauges.push({
    name: 'password_hashes_waiting',
    help: 'Passwords waiting to be hashed',
    read: () => passwordHashes.waiting,
  })
  upkeep.push(
    () => finishDeletions(context),
    () => forgetExpiredSessions(db),
    () => forgetOldAttempts(db),
    () => giveHandles(db),
  )

  const currentUser = document(answers, {
    schema: User,
    topic: (id) => `user:${id}`,
    load: async (ids) => {
      const users = await findCurrentUsers(db.kysely, ids)
      const muted = await findSilenced(db.kysely, 'mutes', ids)
      const blocked = await findSilenced(db.kysely, 'blocks', ids)
      const unread = new Map<string, number>()
      for (const id of ids) unread.set(id, await countUnread(db.kysely, id))
      const present = ({ profile_id, ...user }: (typeof users)[number]): User => ({
        ...presentUser(context, user),
        hasProfile: profile_id !== null,
        muted: muted.get(user.id) ?? [],
        blocked: blocked.get(user.id) ?? [],
        unread: unread.get(user.id) ?? 0,
      })
      return new Map(users.map((user) => [user.id, present(user)]))
    },
    dependsOn: ({ _id }) => [`role:${_id}`, silencesTopic(_id), notificationsTopic(_id)],
  })

  serve('POST /api/users', async ({ body, request }) => {
    await countRegistration(context, request.address)
    await requireInvitation(db.kysely, body.invitation)
    const passwordHash = await passwordHashes.hash(body.password)
    const token = await db.transaction(async (trx) => {
      const invitedBy = await redeemInvitation(trx, body.invitation)
      const id = await registerUser(context, trx, { ...body, passwordHash, invitedBy })
      return openSession(trx, id, request.headers['user-agent'])
    })
    return { token }
  })

  serve('POST /api/auth', async ({ body, request }) => {
    const user = await findUserByEmail(db.kysely, body.email)
    const isCorrect = await tryPassword(context, request.address, emailKey(body.email), () =>
      passwordHashes.verify(body.password, user?.password_hash),
    )
    if (!user || !isCorrect) throw wrongCredentials()
    const token = await db.transaction(async (trx) => {
      // Fails if the password was changed or the account deleted while the password was being verified.
      const { password_hash } = user
      if (!(await holdPassword(trx, user.id, password_hash))) throw wrongCredentials()
      const opened = await openSession(trx, user.id, request.headers['user-agent'])
      await endOldestSessions(trx, user.id)
      return opened
    })
    return { token }
  })

  const requireCurrent = (id: string) =>
    mapAwaitable(currentUser.answer(id), (answer) => {
      if (!answer) throw badToken()
      return answer
    })

  /** Members stay signed in while the node with their profile and their blocks is unavailable. */
  const withoutOwnNode = async (id: string, error: unknown) => {
    if (!isUnavailable(error)) throw error
    return presentUser(context, await requireUser(context, id))
  }

  serve('GET /api/auth', ({ member: { id } }) => {
    const answer = requireCurrent(id)
    return answer instanceof Promise ? answer.catch((error) => withoutOwnNode(id, error)) : answer
  })

  serve('PUT /api/auth/account', async ({ member, body }) => {
    await db.transaction(async (trx) => {
      if (body.handle !== undefined) await requireHandle(trx, settings, body.handle, member.id)
      if (!(await updateUser(trx, member.id, body))) throw badToken()
    })
    await answers.watch.checkAfterWrite()
    return requireCurrent(member.id)
  })

  serve('PUT /api/auth/avatar', async ({ member, body }) => {
    if (!(await db.transaction((trx) => setAvatar(trx, member.id, body.url)))) throw badToken()
    await answers.watch.checkAfterWrite()
    return requireCurrent(member.id)
  })

  serve('DELETE /api/auth', async ({ member }) => {
    await db.transaction((trx) => endSession(trx, member.id, member.sessionId))
    return { msg: 'Logged out' }
  })

  serve('PUT /api/auth/password', async ({ member, body, request }) => {
    const user = await requireUser(context, member.id)
    const isCorrect = await tryPassword(context, request.address, user.email_key, () =>
      passwordHashes.verify(body.password, user.password_hash),
    )
    if (!isCorrect) throw wrongPassword()
    const passwordHash = await passwordHashes.hash(body.newPassword)
    const token = await db.transaction(async (trx) => {
      if (!(await setPassword(trx, member.id, user.password_hash, passwordHash))) {
        throw (await findUser(trx, member.id)) ? wrongPassword() : badToken()
      }
      // A thief may hold the token of this request.
      await endSessions(trx, member.id)
      return openSession(trx, member.id, request.headers['user-agent'])
    })
    return { token }
  })

  serve('GET /api/auth/sessions', ({ member }) => listSessions(db.kysely, member))

  serve('DELETE /api/auth/sessions/:id', async ({ member, params }) => {
    const id = requireFound(asId(params.id), 'Session not found')
    const ended = await db.transaction((trx) => endSession(trx, member.id, id))
    requireFound(ended || undefined, 'Session not found')
    return listSessions(db.kysely, member)
  })

  serve('DELETE /api/profile', async ({ member }) => {
    await closeAccount(db, member.id)
    await deleteClosedAccount(context, member.id)
    return { msg: 'User deleted' }
  })
}

/** A session outlives its user only for the moment in which the account is being deleted. */
async function requireUser({ db }: Context, id: string) {
  const user = await findUser(db.kysely, id)
  if (!user) throw badToken()
  return user
}

type CurrentUser = Omit<Awaited<ReturnType<typeof findCurrentUsers>>[number], 'profile_id'>

/** What can be read while other nodes are unavailable, as every node has a copy of all users. */
function presentUser({ settings }: Context, user: CurrentUser): User {
  return {
    _id: user.id,
    name: user.name,
    handle: presentHandle(user.handle, user.id),
    email: user.email,
    avatar: avatarUrl(settings, user.avatar_hash),
    date: dateOfId(user.id),
    role: user.role,
    emailConfirmed: user.email_confirmed === 1,
  }
}
