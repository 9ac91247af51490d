import { hash } from 'node:crypto'
import { startServer } from '../test-support/built-server.ts'
import { findNginx, startNginx } from '../test-support/nginx.ts'
import type { Request } from './wrk.ts'

export type WayName = 'direct' | 'headers' | 'nginx'

export type Way = {
  name: WayName
  serverBase: string
  plainBase: string
  adapt(requests: Request[]): Request[]
  close(): Promise<void>
}

type Bases = { databaseUrl: string; serverBase: string; plainBase: string }

/** Each starts its processes only while it is measured, so that no others compete for the processor. */
export const OPEN_WAY: Record<WayName, (bases: Bases) => Promise<Way>> = {
  async direct({ serverBase, plainBase }) {
    return { name: 'direct', serverBase, plainBase, adapt: (requests) => requests, close: async () => {} }
  },

  async headers({ databaseUrl, plainBase }) {
    const server = await startProxiedServer(databaseUrl)
    return {
      name: 'headers',
      serverBase: server.base,
      plainBase,
      adapt: addProxyHeaders,
      close: () => server.stop(),
    }
  },

  async nginx({ databaseUrl, plainBase }) {
    const program = requireNginx()
    const server = await startProxiedServer(databaseUrl)
    const [ours, plain] = await Promise.all(
      [server.base, plainBase].map((base) =>
        // TLS would cost more than everything else and make any two servers look alike.
        startNginx({ program, appPorts: [Number(new URL(base).port)], tls: false }),
      ),
    )
    return {
      name: 'nginx',
      serverBase: `http://127.0.0.1:${ours?.port}`,
      plainBase: `http://127.0.0.1:${plain?.port}`,
      adapt: (requests) => requests,
      async close() {
        await Promise.all([ours?.stop(), plain?.stop()])
        await server.stop()
      },
    }
  },
}

function startProxiedServer(databaseUrl: string) {
  return startServer({ DATABASE_URL: databaseUrl, TRUST_PROXY: 'loopback' })
}

export function requireNginx(): string {
  const program = findNginx()
  if (!program) throw new Error('The benchmark needs nginx. Install it and try again.')
  return program
}

const VISITORS = 256

/** The headers of deploy/nginx.conf. Addresses and request ids differ, as they do behind a proxy. */
function addProxyHeaders(requests: Request[]): Request[] {
  return Array.from({ length: Math.max(VISITORS, requests.length) }, (_, n) => ({
    path: '/',
    ...requests[n % requests.length],
    headers: {
      Host: 'example.org',
      'X-Forwarded-For': `203.0.113.${n % VISITORS}`,
      'X-Forwarded-Proto': 'https',
      'X-Forwarded-Host': 'example.org',
      'X-Request-Id': hash('md5', String(n)),
    },
  }))
}
