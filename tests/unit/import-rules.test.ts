import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize, relative } from 'node:path'
import { expect, test } from 'vitest'

type Import = { file: string; target: string; typesOnly: boolean }

const ROOT = join(import.meta.dirname, '../..')
// Every folder with code, and the other folders it may import from.
const MAY_IMPORT: Record<string, string[]> = {
  contract: [],
  server: ['contract'],
  web: ['contract'],
  scripts: ['contract', 'server'],
  'test-support': ['contract', 'server', 'scripts'],
  tests: ['contract', 'server', 'web', 'scripts', 'test-support'],
  bench: ['contract', 'server', 'scripts', 'test-support'],
}
const files = globSync(`{${Object.keys(MAY_IMPORT)}}/**/*.{ts,tsx,mjs}`, { cwd: ROOT }).map((file) =>
  normalize(file),
)
const imports = files.flatMap(importsOf)

/** `import type` disappears at run time, unlike `import { type A }`. */
function importsOf(file: string): Import[] {
  const source = readFileSync(join(ROOT, file), 'utf8')
  const statements = source.matchAll(/^(?:import|export)\s([^'"]*?from\s+)?['"](\.[^'"]+)['"]/gm)
  const dynamic = source.matchAll(/\bimport\(\s*(['"])(\.[^'"]+)\1\s*\)/g)
  const target = (path: string) => relative(ROOT, join(ROOT, dirname(file), path.replace(/\?.*/, '')))
  return [
    ...[...statements].map(([, names = '', path = '']) => ({
      file,
      target: target(path),
      typesOnly: /^(?:type\s|\{(?:\s*type\s[^,}]+,?)+\s*\}\s*from)/.test(names),
    })),
    ...[...dynamic].map(([, , path = '']) => ({
      file,
      target: target(path),
      typesOnly: false,
    })),
  ]
}

const folderOf = (path: string) => path.split('/')[0] ?? ''
const describeImport = ({ file, target }: Import) => `${file} imports ${target}`

test('the scan finds the existing imports', () => {
  expect(files.length).toBeGreaterThan(60)
  expect(imports.map(describeImport)).toContain('server/app.ts imports server/features/accounts/routes.ts')
  expect(imports).toContainEqual({
    file: 'server/features/posts/present.ts',
    target: 'contract/posts.ts',
    typesOnly: true,
  })
  expect(imports.filter(({ file }) => folderOf(file) === 'web').length).toBeGreaterThan(10)
  expect(imports.map(describeImport)).toContain('bench/databases.ts imports test-support/postgres.ts')
  expect(imports.map(describeImport)).toContain('tests/global-postgres.ts imports test-support/postgres.ts')
})

test('folders import only from the folders they may use', () => {
  const wrong = imports.filter(({ file, target }) => {
    const from = folderOf(file)
    const to = folderOf(target)
    return from !== to && !MAY_IMPORT[from]?.includes(to)
  })
  expect(wrong.map(describeImport)).toEqual([])
})

const MAY_USE: Record<string, string[]> = {
  database: [],
  'platform/cache': ['database'],
  'platform/http': ['platform/cache', 'database'],
  'platform/jobs': ['database'],
  'platform/mail': ['platform/http', 'platform/jobs'],
  'platform/process': ['platform/http'],
}
const SETTINGS = /^server\/platform\/process\/(provider-)?settings\.ts$/
const ROOT_FILES_FOR_ALL = /^server\/(cause-log|context|ids|paths|start-error|ticks|version)\.ts$/

test('features import the platform, the platform imports the database, and never the other way around', () => {
  const partOf = (path: string) => {
    const [, layer = '', folder = ''] = path.split('/')
    return layer === 'platform' ? `platform/${folder}` : layer
  }
  const wrong = imports.filter(({ file, target, typesOnly }) => {
    if (folderOf(file) !== 'server' || folderOf(target) !== 'server') return false
    const from = partOf(file)
    const to = partOf(target)
    // The files at the root put all the others together.
    if (from === to || from.endsWith('.ts')) return false
    if (ROOT_FILES_FOR_ALL.test(target)) return target === 'server/context.ts' && !typesOnly
    if (SETTINGS.test(target)) return !typesOnly
    return MAY_USE[from] ? !MAY_USE[from].includes(to) : to === 'platform/process' || to.endsWith('.ts')
  })
  expect(wrong.map(describeImport)).toEqual([])
  const ofContext = imports.filter(({ file }) => file === 'server/context.ts')
  expect([...new Set(ofContext.map(({ target }) => partOf(target)))].sort()).toEqual([
    'database',
    'platform/cache',
    'platform/http',
    'platform/jobs',
    'platform/process',
  ])
})

const SHIPPED = [
  'access',
  'limits',
  'pages/heads',
  'pages/content-heads',
  'pages/excerpts',
  'fields/web-address',
].map((name) => `contract/${name}.ts`)

test('the page imports no schema from the contract, so none is bundled', () => {
  const shipped = imports.filter(
    ({ file, target, typesOnly }) =>
      folderOf(file) === 'web' && folderOf(target) === 'contract' && !typesOnly && !SHIPPED.includes(target),
  )
  expect(shipped.map(describeImport)).toEqual([])
  const more = imports.filter(
    ({ file, target, typesOnly }) => SHIPPED.includes(file) && !typesOnly && !SHIPPED.includes(target),
  )
  expect(more.map(describeImport)).toEqual([])
})

test('on the page, features import widgets, widgets import the state, and never the other way around', () => {
  const layers = [/^web\/app\/(api|state)\//, /^web\/ui\//, /^web\/features\//, /^web\/app\//]
  const layerOf = (path: string) => layers.findIndex((folder) => folder.test(path))
  const wrong = imports.filter(
    ({ file, target }) =>
      file.startsWith('web/') && target.startsWith('web/') && layerOf(target) > layerOf(file),
  )
  expect(wrong.map(describeImport)).toEqual([])
})

function featureOf(path: string, side: string): string | undefined {
  const [folder, layer, feature] = path.split('/')
  return folder === side && layer === 'features' ? feature : undefined
}

test.each(['server', 'web'])('the features in %s have no circular imports', (side) => {
  const graph = new Map<string, Set<string>>()
  for (const { file, target } of imports) {
    const from = featureOf(file, side)
    const to = featureOf(target, side)
    if (from && to && from !== to) graph.set(from, (graph.get(from) ?? new Set()).add(to))
  }
  expect(graph.get('posts')?.size).toBeGreaterThan(0)
  expect(circleIn(graph)).toBeUndefined()
})

test('no file imports itself at run time, directly or indirectly', () => {
  const graph = new Map<string, Set<string>>()
  for (const { file, target, typesOnly } of imports) {
    if (!typesOnly) graph.set(file, (graph.get(file) ?? new Set()).add(target))
  }
  expect(circleIn(graph)).toBeUndefined()
})

function circleIn(graph: Map<string, Set<string>>): string | undefined {
  const visited = new Set<string>()
  const follow = (node: string, path: string[]): string | undefined => {
    if (path.includes(node)) return [...path.slice(path.indexOf(node)), node].join(' → ')
    if (visited.has(node)) return undefined
    for (const next of graph.get(node) ?? []) {
      const circle = follow(next, [...path, node])
      if (circle) return circle
    }
    visited.add(node)
    return undefined
  }
  for (const node of graph.keys()) {
    const circle = follow(node, [])
    if (circle) return circle
  }
  return undefined
}
