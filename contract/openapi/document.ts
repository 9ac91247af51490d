import type { Call } from '../call.ts'
import { groups } from '../calls.ts'
import { headers, namedResponses } from './failures.ts'
import { namedExamples, operation, parameters } from './operation.ts'
import { namedSchemas } from './schemas.ts'

const DESCRIPTION = `Accounts, profiles and posts of a community of developers.

Send the token in the header \`x-auth-token\`, or as \`Authorization: Bearer\`. Every error response has
the body \`{ "errors": [{ "msg": "…", "field": "…" }] }\`; \`field\` is there when a single field is at fault. Lists
are paged, newest first; the header \`Link\` has the address of the next page.`

export function openApiDocument() {
  const paths: Record<string, Record<string, object>> = {}
  for (const group of groups) {
    for (const [name, call] of Object.entries<Call>(group.calls)) {
      const [method = '', path = ''] = name.split(' ')
      const template = path.replace(/:(\w+)/g, '{$1}')
      paths[template] = { ...paths[template], [method.toLowerCase()]: operation(method, group.name, call) }
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Developer Connector',
      version: '1',
      summary: 'The API of a social network for developers',
      description: DESCRIPTION,
      contact: { name: 'Whoever runs this server' },
      license: { name: 'MIT License', identifier: 'MIT' },
    },
    servers: [{ url: '/', description: 'The server that serves this document' }],
    tags: groups.map(({ name, description }) => ({ name, description })),
    paths,
    components: {
      securitySchemes: {
        token: { type: 'apiKey', in: 'header', name: 'x-auth-token', description: 'The token of a session' },
        bearer: { type: 'http', scheme: 'bearer', description: 'The same token, as most tools send it' },
      },
      schemas: namedSchemas(),
      parameters,
      headers,
      responses: namedResponses(),
      examples: namedExamples(groups.flatMap((group) => Object.values<Call>(group.calls))),
    },
  }
}
