import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize, relative } from 'node:path'
import { expect, test } from 'vitest'

type Import = { file: string; target: string; typesOnly: boolean }

const ROOT = join(import.meta.dirname, '../..')
// Every folder with code, and the folders that it may import from, besides its own.
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

/** The imports of our own files. Types alone are gone at run time, unlike `import { type A }`. */
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
    ...[...dynamic].map(([, , path = '']) => ({ file, target: target(path), typesOnly: false })),
  ]
}

const folderOf = (path: string) => path.split('/')[0] ?? ''
const told = ({ file, target }: Import) => `${file} imports ${target}`

test('the scan sees the imports there are', () => {
  expect(files.length).toBeGreaterThan(60)
  expect(imports.map(told)).toContain('server/app.ts imports server/accounts/routes.ts')
  expect(imports).toContainEqual({
    file: 'server/posts/present.ts',
    target: 'contract/posts.ts',
    typesOnly: true,
  })
  expect(imports.filter(({ file }) => folderOf(file) === 'web').length).toBeGreaterThan(10)
  expect(imports.map(told)).toContain('bench/databases.ts imports starters/postgres.ts')
  expect(imports.map(told)).toContain('tests/global-postgres.ts imports starters/postgres.ts')
})

test('folders import only from those that they may', () => {
  const wrong = imports.filter(({ file, target }) => {
    const [from, to] = [folderOf(file), folderOf(target)]
    return from !== to && !MAY_IMPORT[from]?.includes(to)
  })
  expect(wrong.map(told)).toEqual([])
})

// What each room of the server may use beside the files at its root. Every other folder is a feature.
const BELOW: Record<string, string[]> = {
  database: [],
  answers: ['database'],
  http: ['answers', 'database'],
  jobs: ['database'],
}
const ROOT_FILES_FOR_ALL = /^server\/(awaitable|context|ids|paths|start-error|ticks|version)\.ts$/

test('no room of the server imports one above it, and nothing below knows a feature', () => {
  const roomOf = (path: string) => path.split('/')[1] ?? ''
  const wrong = imports.filter(({ file, target, typesOnly }) => {
    if (folderOf(file) !== 'server' || folderOf(target) !== 'server') return false
    const [from, to] = [roomOf(file), roomOf(target)]
    // The files at the root and the life of the process stand above everything.
    if (from === to || from.endsWith('.ts') || from === 'process') return false
    if (ROOT_FILES_FOR_ALL.test(target)) return target === 'server/context.ts' && !typesOnly
    if (target === 'server/process/settings.ts') return !typesOnly
    return BELOW[from] ? !BELOW[from].includes(to) : to === 'process' || to.endsWith('.ts')
  })
  expect(wrong.map(told)).toEqual([])
  const ofContext = imports.filter(({ file }) => file === 'server/context.ts')
  expect(ofContext.map(({ target }) => roomOf(target)).sort()).toEqual([
    'answers',
    'database',
    'database',
    'jobs',
    'process',
  ])
})

test('the page takes only types from the contract, and its constants: no schema is shipped', () => {
  const shipped = imports.filter(
    ({ file, target, typesOnly }) =>
      folderOf(file) === 'web' &&
      folderOf(target) === 'contract' &&
      !typesOnly &&
      target !== 'contract/limits.ts',
  )
  expect(shipped.map(told)).toEqual([])
  expect(imports.filter(({ file }) => file === 'contract/limits.ts')).toEqual([])
})

test('features do not import each other in circles', () => {
  for (const side of ['server', 'web']) {
    const features = ['accounts', 'profiles', 'posts', 'alerts']
    const featureOf = (path: string) => {
      const [folder, feature = ''] = path.split('/')
      return folder === side && features.includes(feature) ? feature : undefined
    }
    const graph = new Map<string, Set<string>>()
    for (const { file, target } of imports) {
      const [from, to] = [featureOf(file), featureOf(target)]
      if (from && to && from !== to) graph.set(from, (graph.get(from) ?? new Set()).add(to))
    }
    expect(circleIn(graph), side).toBeUndefined()
  }
})

test('no file needs, at run time and by whatever way, itself', () => {
  const graph = new Map<string, Set<string>>()
  for (const { file, target, typesOnly } of imports) {
    if (!typesOnly) graph.set(file, (graph.get(file) ?? new Set()).add(target))
  }
  expect(circleIn(graph)).toBeUndefined()
})

/** A circle as the path that closes it, or undefined. */
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
