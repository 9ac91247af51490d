import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

type Package = {
  version?: string
  license?: string
  resolved?: string
  hasInstallScript?: boolean
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
  allowScripts?: Record<string, boolean>
}

const readJson = <T>(file: string): T => JSON.parse(readFileSync(file, 'utf8'))
const manifest = readJson<Package>('package.json')
const { packages } = readJson<{ packages: Record<string, Package> }>('package-lock.json')

const ALLOWED = [
  'PSF-2.0',
  'MIT',
  'MIT-0',
  'ISC',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  '0BSD',
  'BlueOak-1.0.0',
  'CC0-1.0',
]
/** The license of the artwork differs from that of the code. */
const EXCEPTIONS: Record<string, string> = { '@fortawesome/free-brands-svg-icons': '(CC-BY-4.0 AND MIT)' }
/** The LGPL allows libvips because it is loaded at run time and can be replaced. */
const LIBVIPS = /^@img\/sharp-(?:libvips-|win32-|wasm32$)/
const LGPL = /^(?:Apache-2\.0 AND )?LGPL-3\.0-or-later(?: AND MIT)?$/

const IN_THE_PAGE = [
  '@fortawesome/free-brands-svg-icons',
  '@reduxjs/toolkit',
  'cmdk',
  'eventsource-parser',
  'lucide-react',
  'react',
  'react-dom',
  'react-redux',
  'react-router',
  'tailwindcss',
]

test('every version is exact', () => {
  const versions = { ...manifest.dependencies, ...manifest.devDependencies }
  expect(Object.keys(versions).length).toBeGreaterThan(20)
  for (const [name, version] of Object.entries(versions)) expect(version, name).toMatch(/^\d+\.\d+\.\d+$/)
  for (const [name, { version }] of Object.entries(packages)) expect(version, name).toMatch(/^\d+\.\d+\.\d+/)
})

test('the lockfile names no registry', () => {
  const resolved = Object.entries(packages).filter(([, dependency]) => dependency.resolved !== undefined)
  expect(resolved).toEqual([])
})

test('only listed packages may run a script when they are installed', () => {
  const withScripts = Object.entries(packages)
    .filter(([, dependency]) => dependency.hasInstallScript)
    .map(([path]) => path.replace(/^.*node_modules\//, ''))
  expect([...new Set(withScripts)].sort()).toEqual(Object.keys(manifest.allowScripts ?? {}).sort())
})

function withDependencies(name: string, from: string, found: Set<string>): void {
  const path = placeOf(name, from)
  if (!path || found.has(path)) return
  found.add(path)
  const { dependencies, optionalDependencies } = packages[path] ?? {}
  for (const dependency of Object.keys({ ...dependencies, ...optionalDependencies })) {
    withDependencies(dependency, path, found)
  }
}

/** Node looks in the nearest node_modules upwards. */
function placeOf(name: string, from: string): string | undefined {
  for (let folder = from; ; folder = folder.replace(/(?:^|\/)node_modules\/(?:@[^/]+\/)?[^/]+$/, '')) {
    const path = `${folder ? `${folder}/` : ''}node_modules/${name}`
    if (packages[path]) return path
    if (folder === '') return undefined
  }
}

// npm installs nothing for a platform that the lockfile lacks, and the build fails there.
test('the lockfile has the binaries of every platform', () => {
  const optionalPaths = Object.entries(packages).flatMap(([place, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).map((name) => ({ place, name })),
  )
  const names = optionalPaths.map(({ name }) => name)
  for (const platform of ['darwin-arm64', 'linux-arm64', 'linux-x64', 'win32-x64']) {
    expect(names.filter((name) => name.includes(platform)).length, platform).toBeGreaterThan(3)
  }
  expect(optionalPaths.filter(({ place, name }) => placeOf(name, place) === undefined)).toEqual([])
})

test('everything that is shipped has a permissive license', () => {
  const shipped = new Set<string>()
  for (const name of [...Object.keys(manifest.dependencies ?? {}), ...IN_THE_PAGE]) {
    withDependencies(name, '', shipped)
  }
  expect(shipped.size).toBeGreaterThan(50)
  for (const path of shipped) {
    const name = path.replace(/^.*node_modules\//, '')
    const { license = 'none' } = packages[path] ?? {}
    const options = license.replace(/[()]/g, '').split(' OR ')
    const fine =
      options.some((option) => ALLOWED.includes(option)) ||
      EXCEPTIONS[name] === license ||
      (LIBVIPS.test(name) && LGPL.test(license))
    expect(fine, `${name}: ${license}`).toBe(true)
  }
})

test('the page imports nothing else', () => {
  const checked = [...IN_THE_PAGE, ...Object.keys(manifest.dependencies ?? {})]
  const imported = globSync('web/**/*.{ts,tsx}').flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/(?:from|import) '((?:@[^/']+\/)?[^./'@][^/']*)/g)].map(
      ([, name]) => name,
    ),
  )
  expect([...new Set(imported)].filter((name) => !checked.includes(name ?? ''))).toEqual([])
})
