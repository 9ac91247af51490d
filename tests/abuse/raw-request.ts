import { connect } from 'node:net'

export type RawResponse = { status: number; head: string; headers: Map<string, string>; body: string }

export type RawRequest = {
  method: string
  /** Sent byte for byte, however malformed. */
  path: string
  headers?: Record<string, string>
  body?: Buffer
}

const PATIENCE = 30_000

export function sendRaw(
  address: string,
  { method, path, headers = {}, body }: RawRequest,
): Promise<RawResponse> {
  const allHeaders: Record<string, string> = { host: 'x', connection: 'close', ...headers }
  if (body) allHeaders['content-length'] ??= String(body.length)
  const lines = Object.entries(allHeaders).map(([name, value]) => `${name}: ${value}\r\n`)
  const head = Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`, 'latin1')
  return sendBytes(address, body ? Buffer.concat([head, body]) : head)
}

/** Also returns a response after which the connection breaks. */
export function sendBytes(address: string, bytes: Buffer): Promise<RawResponse> {
  const { hostname, port } = new URL(address)
  const { promise, resolve, reject } = Promise.withResolvers<RawResponse>()
  const socket = connect(Number(port), hostname)
  const chunks: Buffer[] = []
  const finish = (error?: Error) => {
    const response = readResponse(Buffer.concat(chunks))
    if (response) resolve(response)
    else reject(error ?? new Error('The connection was closed without a response.'))
  }
  socket.setTimeout(PATIENCE, () => socket.destroy(new Error('There was no response in time.')))
  socket.on('data', (chunk) => chunks.push(Buffer.from(chunk)))
  socket.on('error', finish)
  socket.on('end', () => finish())
  socket.write(bytes)
  return promise.finally(() => socket.destroy())
}

function readResponse(bytes: Buffer): RawResponse | undefined {
  const end = bytes.indexOf('\r\n\r\n')
  if (end < 0) return undefined
  const head = bytes.toString('latin1', 0, end)
  const [first = '', ...lines] = head.split('\r\n')
  const headers = new Map(
    lines.map((line) => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()] as const
    }),
  )
  return { status: Number(first.split(' ')[1]), head, headers, body: bytes.toString('utf8', end + 4) }
}
