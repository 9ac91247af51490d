import type { Operation, ResolvedOpenApi } from '../../../contract/openapi/resolve.ts'
import { escapeHtml } from './escape-html.ts'

type Schema = {
  type?: string | string[]
  enum?: unknown[]
  format?: string
  default?: unknown
  minimum?: number
  maximum?: number
  maxItems?: number
  description?: string
  minLength?: number
  maxLength?: number
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
}

type Parameter = Operation['parameters'][number]

export function referencePage(document: ResolvedOpenApi): string {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )
  const sections = document.tags.map(({ name, description }) => {
    const members = operations.filter(({ operation }) => operation.tags.includes(name))
    return `<h2>${escapeHtml(name)}</h2><p>${escapeHtml(description)}.</p>${members.map(article).join('')}`
  })
  const paragraphs = document.info.description.split('\n\n').map((text) => `<p>${withCode(text)}</p>`)
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(document.info.title)} API</title>
<link rel="stylesheet" href="/api/docs/style.css">
</head>
<body>
<main>
<h1>${escapeHtml(document.info.title)} API</h1>
${paragraphs.join('\n')}
<p>For programs: <a href="/api/docs/openapi.json">openapi.json</a>, in the form of OpenAPI 3.1.</p>
${sections.join('\n')}
</main>
</body>
</html>
`
}

function article({
  path,
  method,
  operation,
}: {
  path: string
  method: string
  operation: Operation
}): string {
  const content = operation.requestBody?.content
  const body = content?.['application/json']?.schema as Schema | undefined
  const response = (Object.values(operation.responses[200]?.content ?? {})[0]?.schema ?? {}) as Schema
  const parameters = operation.parameters.filter((parameter) => parameter.in !== 'header')
  const failures = Object.keys(operation.responses).filter((status) => Number(status) >= 400)
  return `<article>
<h3><code><b>${escapeHtml(method.toUpperCase())}</b> ${escapeHtml(path)}</code></h3>
<p>${escapeHtml(operation.summary)}. ${withCode(operation.description)} ${operation.security.length > 0 ? 'Needs a token.' : 'Open to anyone.'}</p>
${parameters.length > 0 ? `<h4>Address</h4>${table(parameters.map(parameterRow))}` : ''}
${body ? `<h4>Body</h4>${table(properties(body))}` : content ? `<h4>Body</h4><p>A file: ${Object.keys(content).map(escapeHtml).join(', ')}</p>` : ''}
<details><summary>Response</summary>${table(properties(response))}</details>
<p class="failures">Failures: ${failures.map(escapeHtml).join(', ')}</p>
</article>`
}

function parameterRow({ name, in: location, schema, description }: Parameter): [string, string] {
  const type = typeName({ ...(schema as Schema), description })
  return [location === 'path' ? `{${name}}` : `?${name}=`, type]
}

function properties(schema: Schema, prefix = ''): [string, string][] {
  if (schema.items?.properties) return properties(schema.items, `${prefix}[].`)
  return Object.entries(schema.properties ?? {}).flatMap(([name, property]) => {
    const needed = schema.required?.includes(name) ? '' : ', optional'
    const row: [string, string] = [`${prefix}${name}`, `${typeName(property)}${needed}`]
    const nested = property.properties || property.items?.properties
    return nested ? [row, ...properties(property, `${prefix}${name}${property.items ? '' : '.'}`)] : [row]
  })
}

function typeName(schema: Schema): string {
  if (schema.enum) return schema.enum.map((value) => `“${value}”`).join(' or ')
  if (schema.anyOf) return schema.anyOf.map(typeName).join(' or ')
  const limits = [
    schema.format,
    schema.minLength && `at least ${schema.minLength}`,
    schema.maxLength && `at most ${schema.maxLength} characters`,
    schema.maximum && `${schema.minimum} to ${schema.maximum}`,
    schema.maxItems && `at most ${schema.maxItems}`,
    schema.default !== undefined && `${schema.default} by default`,
    schema.description,
  ].filter(Boolean)
  const type = schema.items ? `list of ${typeName(schema.items)}` : [schema.type ?? 'any'].flat().join(' or ')
  return limits.length > 0 ? `${type} (${limits.join(', ')})` : type
}

function table(rows: [string, string][]): string {
  const cells = rows.map(
    ([name, text]) =>
      `<tr><th scope="row"><code>${escapeHtml(name)}</code></th><td>${escapeHtml(text)}</td></tr>`,
  )
  return `<table>${cells.join('')}</table>`
}

function withCode(text: string): string {
  return escapeHtml(text).replace(/`([^`]+)`/g, '<code>$1</code>')
}

export const REFERENCE_STYLE = `
:root { color-scheme: light dark; font: 16px/1.6 system-ui, sans-serif; }
main { max-width: 52rem; margin: 0 auto; padding: 2rem 1rem 6rem; }
h2 { margin-top: 3rem; }
article { border: 1px solid color-mix(in srgb, currentColor 20%, transparent); border-radius: 8px;
  padding: 0 1rem; margin: 1rem 0; }
h3 code { font-size: 1rem; font-weight: 400; overflow-wrap: anywhere; }
code { font-family: ui-monospace, monospace; font-size: 0.9em; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; vertical-align: top; font-weight: 400; padding: 0.25rem 1rem 0.25rem 0;
  overflow-wrap: anywhere; }
summary { cursor: pointer; }
.failures { font-size: 0.9rem; }
`
