import fc from 'fast-check'

export const strangeText: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    '\t\n',
    '\0',
    'a\0b',
    '\ud800',
    'x\udfffy',
    '\ufeff',
    '\u202eevil',
    '\u0000\u0001\u001f\u007f\u0085',
    '0',
    '-1',
    'null',
    'undefined',
    'NaN',
    '[object Object]',
    '__proto__',
    'constructor',
    'toString',
    '../../etc/passwd',
    "' or 1=1 --",
    '"; drop table users; --',
    '{{7*7}}',
    '<script>alert(1)</script>',
    'javascript:alert(1)',
    'data:text/html,x',
    'https://[::1',
    'http://a b.example',
    '2026-02-30',
    '0000-00-00',
    '99999-12-31',
    '2026-01-01T99:99:99Z',
    'a@b',
    'İ@example.com',
    'ﷺ'.repeat(200),
    '👩‍👩‍👧‍👦'.repeat(50),
    ','.repeat(500),
  ),
  fc.constantFrom(101, 129, 201, 501, 5_001, 10_001, 60_000).map((length) => 'x'.repeat(length)),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ unit: 'grapheme', maxLength: 40 }),
)

const strangeValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: strangeText },
  fc.constantFrom<unknown>(null, true, false, 0, -1, 1e308, 1.5, [], {}, [[]], [null], { $ne: null }),
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.array(strangeText, { maxLength: 60 }),
  fc.dictionary(strangeText, fc.jsonValue({ maxDepth: 2 }), { maxKeys: 4 }),
  fc.jsonValue({ maxDepth: 5 }),
)

type Schema = {
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  format?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
}

/** Valid by the document; other rules may still reject it. */
function valueFor(schema: Schema): fc.Arbitrary<unknown> {
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(valueFor))
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (Array.isArray(schema.type)) return fc.oneof(...schema.type.map((type) => valueFor({ ...schema, type })))
  if (schema.type === 'null') return fc.constant(null)
  if (schema.type === 'boolean') return fc.boolean()
  if (schema.type === 'array') return fc.array(valueFor(schema.items ?? {}), { maxLength: 8 })
  if (schema.type === 'string') return textOf(schema)
  if (schema.type === 'integer') return fc.integer({ min: schema.minimum ?? 0 })
  if (schema.type === 'object') {
    const properties = Object.entries(schema.properties ?? {})
    const model = Object.fromEntries(properties.map(([name, property]) => [name, valueFor(property)]))
    return fc.record(model, { requiredKeys: schema.required ?? [] })
  }
  throw new Error(`The document has a schema that this test does not know: ${JSON.stringify(schema)}`)
}

function textOf({ format, minLength = 0, maxLength = 60 }: Schema): fc.Arbitrary<string> {
  if (format === 'email') return fc.emailAddress()
  return fc.oneof(
    fc.string({ minLength, maxLength: Math.min(maxLength, minLength + 30) }),
    fc.constantFrom('2020-01-01', 'https://ada.example/x', 'TypeScript, SQL', 'ada', 'correct horse'),
  )
}

export function bodyOf({ properties = {} }: Schema): fc.Arbitrary<Buffer> {
  const field = (schema: Schema) =>
    fc.option(fc.oneof({ weight: 3, arbitrary: valueFor(schema) }, { weight: 2, arbitrary: strangeValue }), {
      nil: undefined,
      freq: 6,
    })
  const fields = Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, field(schema)]))
  const form = fc
    .tuple(fc.record(fields), fc.option(fc.constantFrom(...EXTRA_FIELDS), { freq: 3 }))
    .map(([given, extra]) => {
      const json = JSON.stringify(given)
      return Buffer.from(extra ? json.replace('{', json === '{}' ? `{${extra}` : `{${extra},`) : json)
    })
  return fc.oneof(
    { weight: 12, arbitrary: form },
    strangeValue.map((value) => Buffer.from(JSON.stringify(value))),
    fc.constantFrom(...BROKEN_BODIES),
    fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes)),
    // With one byte replaced, JSON is usually invalid, or no longer UTF-8.
    fc.tuple(form, fc.nat(), fc.nat(255)).map(([json, at, byte]) => {
      const bytes = Buffer.from(json)
      bytes[at % bytes.length] = byte
      return bytes
    }),
  )
}

const EXTRA_FIELDS = [
  '"_id":"01900000-0000-7000-8000-000000000000"',
  '"user":"01900000-0000-7000-8000-000000000000"',
  '"user_id":"01900000-0000-7000-8000-000000000000"',
  '"date":"1970-01-01T00:00:00.000Z"',
  '"__proto__":{"text":"forged","status":"Developer"}',
  '"constructor":{"prototype":{"text":"forged"}}',
  '"hasOwnProperty":1',
  '"toString":null',
  '"text":"twice"',
]

const nested = (open: string, close: string, depth: number) => open.repeat(depth) + close.repeat(depth)

const BROKEN_BODIES = [
  '',
  '{',
  '[',
  '"',
  'nul',
  '{"text":}',
  "{'text':'x'}",
  '{"text":"\\ud800"}',
  '{"text":"\\u0000"}',
  '{"text":"\\x"}',
  '\ufeff{"text":"x"}',
  '{"text":"x"}{"text":"x"}',
  nested('[', ']', 40_000),
  nested('{"text":', '}', 9_000),
  '['.repeat(90_000),
  `{"text":"${'x'.repeat(99_000)}"}`,
  `{"text":"${'x'.repeat(200_000)}"}`,
  'x'.repeat(1_000_000),
].map((text) => Buffer.from(text))
