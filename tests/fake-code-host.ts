import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export async function startCodeHost() {
  const host = {
    url: '',
    asked: [] as { path: string; headers: IncomingMessage['headers'] }[],
    respond: (response: ServerResponse, _path: string): void => {
      response.end('[]')
    },
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  const server = createServer((request, response) => {
    host.asked.push({ path: request.url ?? '', headers: request.headers })
    host.respond(response, request.url ?? '')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  host.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return host
}

export type CodeHost = Awaited<ReturnType<typeof startCodeHost>>
