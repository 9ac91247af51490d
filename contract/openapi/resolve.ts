export type ResolvedOpenApi = {
  openapi: string
  info: { title: string; version: string; description: string }
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, Operation>>
}

export type Operation = {
  operationId: string
  summary: string
  description: string
  tags: string[]
  security: Record<string, string[]>[]
  parameters: { name: string; in: string; required?: boolean; description: string; schema: object }[]
  requestBody?: { required: boolean; content: Partial<JsonContent> & Record<string, object> }
  responses: Record<string, { description: string; headers?: Record<string, object>; content?: Content }>
}

type JsonContent = { 'application/json': Example }
type Content = Partial<JsonContent & { 'text/event-stream': Example; 'application/zip': Example }>

type Example = { schema: object; example?: unknown; examples?: Record<string, { value: unknown }> }

/** Terminates because no schema is recursive. */
export function resolveReferences(document: object): ResolvedOpenApi {
  const resolve = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value
    if (Array.isArray(value)) return value.map(resolve)
    if ('$ref' in value) return resolve(target(document, String(value.$ref)))
    return Object.fromEntries(Object.entries(value).map(([key, field]) => [key, resolve(field)]))
  }
  return resolve(document) as ResolvedOpenApi
}

function target(document: object, reference: string): unknown {
  const keys = reference.replace('#/', '').split('/')
  return keys.reduce<unknown>((value, key) => (value as Record<string, unknown>)[key], document)
}
