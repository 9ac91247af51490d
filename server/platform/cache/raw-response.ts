import type { ServerResponse } from 'node:http'
import { Socket } from 'node:net'

// The only file that knows how Node's HTTP server works inside. A response can be ended without making a head
// if Node believes that one has been sent; it checks two undocumented fields for that.

type Internals = { _header: string | null; _headerSent: boolean }

/** Ends a response whose head and body have been written to its connection already. */
export function endWrittenResponse(response: ServerResponse): void {
  const internals = response as ServerResponse & Internals
  internals._header = 'written'
  internals._headerSent = true
  response.end()
}

/** Whether that works in this runtime. If not, the router answers everything. */
export function canWritePastResponse(): boolean {
  const socket = new Socket()
  let written = 0
  socket.write = () => {
    written++
    return true
  }
  // An import would read every export of the module, one of which loads Node's whole HTTP client.
  const http = process.getBuiltinModule('node:http')
  const response = new http.ServerResponse(new http.IncomingMessage(socket))
  const { _header, _headerSent } = response as ServerResponse & Partial<Internals>
  if (_header !== null || _headerSent !== false) return false
  response.assignSocket(socket)
  endWrittenResponse(response)
  return written === 0 && response.writableEnded && response.headersSent
}
