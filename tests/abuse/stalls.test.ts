import type { Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, describe, test } from 'vitest'
import { type PostgresServer, startPostgres } from '../../starters/postgres.ts'
import { startReadyServer, temporaryFolder } from '../faults/server-process.ts'
import { Bystander, bytesOf, sendAndNeverRead, sendAndRead } from './attack.ts'
import { fillHeavy } from './heavy-community.ts'

let postgres: PostgresServer
beforeAll(async () => {
  postgres = await startPostgres(['-c', 'fsync=off'])
})
afterAll(() => postgres.stop())

const sockets: Socket[] = []
const keep = (b: string, x: string) => sockets.push(sendAndNeverRead(b, x))
const keepRead = (b: string, x: string) => sockets.push(sendAndRead(b, x).socket)
describe.each(['sqlite', 'postgres'])('on %s', (engine) => {
  test('x', async () => {
    const url = engine === 'sqlite' ? `sqlite:${join(temporaryFolder(), 'heavy.db')}` : postgres.url
    const t0 = performance.now()
    const heavy = await fillHeavy(url)
    console.log('filled', performance.now() - t0)
    const server = await startReadyServer({ DATABASE_URL: url })
    const { attacker, victim, largePost, largeProfile } = heavy
    const base = server.base
    const calls = [
      { method: 'GET', path: '/api/auth', token: victim.token },
      { method: 'GET', path: `/api/profile/user/${victim.id}` },
      { method: 'PUT', path: `/api/posts/like/${victim.post}`, token: victim.token },
      { method: 'PUT', path: `/api/posts/unlike/${victim.post}`, token: victim.token },
    ]
    const token = { 'x-auth-token': attacker.token }
    const run = async (name: string, attack: () => void, ms = 2000) => {
      const rss = server.megabytes
      const bystander = await Bystander.at(base, ...calls)
      attack()
      await setTimeout(ms)
      const peak = server.megabytes
      const sorted = await bystander.waits()
      const longest = sorted.at(-1) ?? 0
      for (const s of sockets.splice(0)) s.destroy()
      await setTimeout(300)
      console.log(
        engine,
        name.padEnd(30),
        'max',
        longest.toFixed(0),
        'p99',
        sorted[Math.floor(sorted.length * 0.99)]?.toFixed(0),
        'p50',
        sorted[Math.floor(sorted.length / 2)]?.toFixed(1),
        'n',
        sorted.length,
        'rss',
        rss.toFixed(0),
        '->',
        peak.toFixed(0),
      )
    }
    await run('nothing', () => {})
    const paths = {
      post: `/api/posts/${largePost}`,
      feed: '/api/posts?limit=100',
      comments: `/api/posts/${largePost}/comments?limit=100`,
      profiles: '/api/profile?limit=100',
      profile: `/api/profile/user/${largeProfile}`,
    }
    for (const [name, path] of Object.entries(paths)) {
      await run(`never read ${name}`, () => {
        for (let i = 0; i < 3; i++) keep(base, bytesOf('GET', path, token).repeat(400))
      })
      await run(`read ${name}`, () => {
        for (let i = 0; i < 3; i++) keepRead(base, bytesOf('GET', path, token).repeat(400))
      })
      await run(`read br ${name}`, () => {
        for (let i = 0; i < 3; i++)
          keepRead(base, bytesOf('GET', path, { ...token, 'accept-encoding': 'br' }).repeat(400))
      })
    }
    await run('blanks', () => {
      for (let i = 0; i < 3; i++)
        keepRead(
          base,
          bytesOf('GET', paths.post, { ...token, 'accept-encoding': `a${' '.repeat(15_000)}b` }).repeat(20),
        )
    })
    await run('many connections feed', () => {
      for (let i = 0; i < 100; i++)
        keepRead(base, bytesOf('GET', `/api/posts?limit=${100 - (i % 3)}`, token).repeat(4))
    })
    await run('many connections profile', () => {
      for (let i = 0; i < 100; i++) keepRead(base, bytesOf('GET', paths.profile, token).repeat(4))
    })
    await run('many connections comments', () => {
      for (let i = 0; i < 100; i++) keepRead(base, bytesOf('GET', paths.comments, token).repeat(4))
    })
    await run('tiny pipelined', () => {
      for (let i = 0; i < 100; i++) keep(base, bytesOf('GET', '/').repeat(2000))
    })
    console.log('end rss', server.megabytes)
  }, 200_000)
})
