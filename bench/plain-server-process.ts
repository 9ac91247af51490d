import { createServer } from 'node:http'

let bytes = Buffer.alloc(0)

process.on('message', (body: string) => {
  bytes = Buffer.from(body)
  process.send?.('ready')
})

const server = createServer((_request, response) => {
  response.writeHead(200, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': bytes.length,
  })
  response.end(bytes)
})
server.listen(0, '127.0.0.1', () => process.send?.(server.address()))
