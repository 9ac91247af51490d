import { startServer } from '../test-support/built-server.ts'
import { findNginx, startNginx } from '../test-support/nginx.ts'

export type SetupName = 'direct' | 'nginx'

export type Setup = {
  name: SetupName
  serverBase: string
  plainBase: string
  close(): Promise<void>
}

type Bases = { databaseUrl: string; serverBase: string; plainBase: string }

/** Starts processes only while they are measured, so that no others compete for the processor. */
export const START_SETUP: Record<SetupName, (bases: Bases) => Promise<Setup>> = {
  async direct({ serverBase, plainBase }) {
    return { name: 'direct', serverBase, plainBase, close: async () => {} }
  },

  async nginx({ databaseUrl, plainBase }) {
    const program = requireNginx()
    const server = await startServer({ DATABASE_URL: databaseUrl, TRUST_PROXY: 'loopback' })
    const [ours, plain] = await Promise.all(
      [server.base, plainBase].map((base) =>
        // TLS would cost more than the rest and make all servers look alike.
        startNginx({ program, appPorts: [Number(new URL(base).port)], tls: false }),
      ),
    )
    return {
      name: 'nginx',
      serverBase: `http://127.0.0.1:${ours?.port}`,
      plainBase: `http://127.0.0.1:${plain?.port}`,
      async close() {
        await Promise.all([ours?.stop(), plain?.stop()])
        await server.stop()
      },
    }
  },
}

export function requireNginx(): string {
  const program = findNginx()
  if (!program) throw new Error('The benchmark needs nginx. Install it and try again.')
  return program
}
