import { type AddressInfo, createServer, type Server } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { StartError } from '../../start-error.ts'
import type { Settings } from './settings.ts'

export function secondListener(app: FastifyInstance): Server {
  // Fastify would start a second HTTP server for localhost, without our hooks and limits.
  return createServer((socket) => app.server.emit('connection', socket))
}

export async function listen(app: FastifyInstance, second: Server, { port, host }: Settings): Promise<void> {
  try {
    await app.listen({ port, host: host === 'localhost' ? '127.0.0.1' : host })
    if (host === 'localhost') await listenIfPossible(second, (app.server.address() as AddressInfo).port)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code !== 'EADDRINUSE') throw error
    throw new StartError(`Port ${port} of ${host} is in use already; set PORT to another one.`)
  }
}

async function listenIfPossible(second: Server, port: number): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  second.once('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EADDRNOTAVAIL' || error.code === 'EAFNOSUPPORT') resolve()
    else reject(error)
  })
  second.listen(port, '::1', resolve)
  return promise
}
