import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize, relative } from 'node:path'
import { expect, test } from 'vitest'

type Import = { file: string; target: string; typesOnly: boolean; isLazy: boolean }

const ROOT = join(import.meta.dirname, '../..')
// Every folder with code, and the other folders it may import from.
const MAY_IMPORT: Record<string, string[]> = {
  contract: [],
  server: ['contract'],
  web: ['contract'],
  scripts: ['contract', 'server'],
  starters: ['contract', 'server', 'scripts'],
  tests: ['contract', 'server', 'web', 'scripts', 'starters'],
  bench: ['contract', 'server', 'scripts', 'starters'],
}
const files = globSync(`{${Object.keys(MAY_IMPORT)}}/**/*.{ts,tsx,mjs}`, { cwd: ROOT }).map((file) =>
  normalize(file),
)
const imports = files.flatMap(importsOf)

/** The imports of our own files. `import type` disappears at run time, unlike `import { type A }`. */
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
      isLazy: false,
    })),
    ...[...dynamic].map(([, , path = '']) => ({
      file,
      target: target(path),
      typesOnly: false,
      isLazy: true,
    })),
  ]
}

const folderOf = (path: string) => path.split('/')[0] ?? ''
const describeImport = ({ file, target }: Import) => `${file} imports ${target}`

test('the scan finds the existing imports', () => {
  expect(files.length).toBeGreaterThan(60)
  expect(imports.map(describeImport)).toContain('server/app.ts imports server/accounts/routes.ts')
  expect(imports).toContainEqual({
    file: 'server/posts/present.ts',
    target: 'contract/posts.ts',
    typesOnly: true,
    isLazy: false,
  })
  expect(imports.filter(({ file }) => folderOf(file) === 'web').length).toBeGreaterThan(10)
  expect(imports.map(describeImport)).toContain('bench/databases.ts imports starters/postgres.ts')
  expect(imports.map(describeImport)).toContain('tests/global-postgres.ts imports starters/postgres.ts')
})

test('folders import only from the folders they may use', () => {
  const wrong = imports.filter(({ file, target }) => {
    const [from, to] = [folderOf(file), folderOf(target)]
    return from !== to && !MAY_IMPORT[from]?.includes(to)
  })
  expect(wrong.map(describeImport)).toEqual([])
})

// What each layer of the server may use, besides the files at its root. All other folders are features.
const BELOW: Record<string, string[]> = {
  database: [],
  answers: ['database'],
  traffic: ['database'],
  http: ['answers', 'database', 'traffic'],
  jobs: ['database'],
}
const ROOT_FILES_FOR_ALL = /^server\/(awaitable|context|ids|paths|start-error|ticks|version)\.ts$/

test('no layer of the server imports one above it, and no lower layer imports a feature', () => {
  const layerOf = (path: string) => path.split('/')[1] ?? ''
  const wrong = imports.filter(({ file, target, typesOnly }) => {
    if (folderOf(file) !== 'server' || folderOf(target) !== 'server') return false
    const [from, to] = [layerOf(file), layerOf(target)]
    // The files at the root and server/process are above all layers.
    if (from === to || from.endsWith('.ts') || from === 'process') return false
    if (ROOT_FILES_FOR_ALL.test(target)) return target === 'server/context.ts' && !typesOnly
    if (target === 'server/process/settings.ts') return !typesOnly
    return BELOW[from] ? !BELOW[from].includes(to) : to === 'process' || to.endsWith('.ts')
  })
  expect(wrong.map(describeImport)).toEqual([])
  const ofContext = imports.filter(({ file }) => file === 'server/context.ts')
  expect(ofContext.map(({ target }) => layerOf(target)).sort()).toEqual([
    'answers',
    'database',
    'jobs',
    'process',
  ])
})

test('the page uses its own links and history, as those of the router bring 4 KB that it does not need', () => {
  const users = files.filter((file) => {
    const source = folderOf(file) === 'web' ? readFileSync(join(ROOT, file), 'utf8') : ''
    return /import \{[^}]*\b(?:Link|NavLink|useSearchParams|\w+Router)\b[^}]*\} from 'react-router'/.test(
      source,
    )
  })
  expect(users).toEqual([])
})

test('the first load does not bring the state of the lazy pages', () => {
  const first = new Set(['web/main.ts', 'web/start.tsx'])
  for (const file of first) {
    const needed = imports.filter((one) => one.file === file && !one.typesOnly && !one.isLazy)
    for (const { target } of needed) first.add(target)
  }
  expect(first).toContain('web/first-store.ts')
  expect(first).not.toContain('web/store.ts')
})

const SHIPPED = ['access', 'limits', 'heads', 'content-heads', 'web-address'].map(
  (name) => `contract/${name}.ts`,
)

test('the page imports no schema from the contract, so none is bundled', () => {
  const shipped = imports.filter(
    ({ file, target, typesOnly }) =>
      folderOf(file) === 'web' && folderOf(target) === 'contract' && !typesOnly && !SHIPPED.includes(target),
  )
  expect(shipped.map(describeImport)).toEqual([])
  expect(imports.filter(({ file, typesOnly }) => SHIPPED.includes(file) && !typesOnly)).toEqual([])
})

/** The feature to which a file belongs: every folder but, in server/, the layers below and the process above. */
function featureOf(path: string, side: string): string | undefined {
  const [folder, feature = ''] = path.split('/')
  if (folder !== side || /\.tsx?$/.test(feature)) return undefined
  const isLayer = side === 'server' && (BELOW[feature] || feature === 'process')
  return isLayer ? undefined : feature
}

test.each(['server', 'web'])('the features in %s have no circular imports', (side) => {
  const graph = new Map<string, Set<string>>()
  for (const { file, target } of imports) {
    const [from, to] = [featureOf(file, side), featureOf(target, side)]
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

/** The path of a circular import, or undefined. */
function circleIn(graph: Map<string, Set<string>>): string | undefined {
  const done = new Set<string>()
  const follow = (node: string, path: string[]): string | undefined => {
    if (path.includes(node)) return [...path.slice(path.indexOf(node)), node].join(' → ')
    if (done.has(node)) return undefined
    for (const next of graph.get(node) ?? []) {
      const circle = follow(next, [...path, node])
      if (circle) return circle
    }
    done.add(node)
    return undefined
  }
  for (const node of graph.keys()) {
    const circle = follow(node, [])
    if (circle) return circle
  }
  return undefined
}
