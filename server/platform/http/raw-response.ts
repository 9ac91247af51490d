import type { ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { RawForm } from '../cache/http-response.ts'

// Only this file depends on Node's internals: two undocumented fields say whether a head has been sent.

type Internals = { _header: string | null; _headerSent: boolean }

/** Node would check and format every header, which costs more than everything else on the fast path. */
export function sendRaw(socket: Socket, response: ServerResponse, form: RawForm, requestLines: string): void {
  const second = Math.trunc(Date.now() / 1000)
  const head = () =>
    `HTTP/1.1 200 OK\r\nDate: ${new Date(second * 1000).toUTCString()}\r\n${form.lines}${requestLines}\r\n`
  if (requestLines === '') {
    if (form.written?.second !== second) {
      form.written = { second, bytes: Buffer.concat([Buffer.from(head(), 'latin1'), form.body]) }
    }
    socket.write(form.written.bytes)
  } else {
    socket.cork()
    socket.write(head(), 'latin1')
    socket.write(form.body)
    socket.uncork()
  }
  endWrittenResponse(response)
}

function endWrittenResponse(response: ServerResponse): void {
  const internals = response as ServerResponse & Internals
  internals._header = 'written'
  internals._headerSent = true
  response.end()
}

/** If Node's internals have changed, the router serves everything. */
export function canSendRaw(): boolean {
  const socket = new Socket()
  let written = 0
  socket.write = () => {
    written++
    return true
  }
  // An import would read every export of the module, one of which loads Node's HTTP client.
  const http = process.getBuiltinModule('node:http')
  const response = new http.ServerResponse(new http.IncomingMessage(socket))
  const { _header, _headerSent } = response as ServerResponse & Partial<Internals>
  if (_header !== null || _headerSent !== false) return false
  response.assignSocket(socket)
  endWrittenResponse(response)
  return written === 0 && response.writableEnded && response.headersSent
}
