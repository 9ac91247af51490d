import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, runnerImport } from 'vite'
import { compression } from 'vite-plugin-compression2'
import { READING_MODES } from './contract/limits.ts'
import { PAGE_HEADS, SITE } from './contract/pages/heads.ts'
import {
  LANDING_FILE,
  landingVariant,
  MARKED_TEXTS,
  PAGE_CHOICES,
  PAGE_CHUNKS_FILE,
} from './contract/pages/landing.ts'

/** The server replaces this default head, with the comments around it, by the head of the requested page. */
function generalHead(): Plugin {
  const head = `<title>${SITE.name}</title>\n    <meta name="description" content="${SITE.description}" />`
  return {
    name: 'general-head',
    transformIndexHtml: (html) => html.replace('<!--head-->', `<!--head-->\n    ${head}\n    `),
  }
}

/** Lists the chunks of each page, which the server preloads. */
function pageChunks(): Plugin {
  const sources = new Map<string, string>()
  return {
    name: 'page-chunks',
    apply: 'build',
    async buildStart() {
      const routes = join(import.meta.dirname, 'web/app/routes.tsx')
      const lines = (await readFile(routes, 'utf8')).matchAll(/'(\/[^']+)':[^']+import\('([^']+)'\)/g)
      for (const [, path = '', source = ''] of lines) sources.set(path, join(dirname(routes), source))
    },
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
      const withImports = (name: string, known = new Set<string>()): Set<string> => {
        if (known.has(name)) return known
        known.add(name)
        for (const imported of chunks.find(({ fileName }) => fileName === name)?.imports ?? []) {
          withImports(imported, known)
        }
        return known
      }
      const entry = chunks.find(({ isEntry }) => isEntry)
      const first = withImports(entry?.fileName ?? '')
      const pages = Object.keys(PAGE_HEADS).map((path) => {
        const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId === sources.get(path))
        if (!chunk && path !== '/') throw new Error(`No chunk has the page ${path}`)
        return [path, chunk ? [...withImports(chunk.fileName)].filter((name) => !first.has(name)) : []]
      })
      const source = JSON.stringify(Object.fromEntries(pages))
      this.emitFile({ type: 'asset', fileName: PAGE_CHUNKS_FILE, source })
    },
  }
}

/** The landing page can be painted before React has loaded; see contract/pages/landing.ts. */
function prerender(): Plugin {
  return {
    name: 'prerender',
    apply: 'build',
    async generateBundle(_, bundle) {
      const builtFile = (source: string) =>
        Object.values(bundle).find(
          (file) =>
            file.type === 'asset' && file.originalFileNames.some((name) => source.endsWith(`/${name}`)),
        )?.fileName
      const builtAssets: Plugin = {
        name: 'built-assets',
        enforce: 'pre',
        load(id) {
          const file = builtFile(id.replace(/\?.*$/, ''))
          return file && `export default ${JSON.stringify(`/${file}`)}`
        },
      }
      const { module } = await runnerImport<typeof import('./web/app/prerender.tsx')>(
        join(import.meta.dirname, 'web/app/prerender.tsx'),
        { configFile: false, mode: 'production', plugins: [builtAssets, react()] },
      )
      const pages = READING_MODES.flatMap((reading) =>
        [SITE.name, MARKED_TEXTS.name].flatMap((name) =>
          PAGE_CHOICES.map((pages) => {
            const html = module.prerenderLanding({ ...MARKED_TEXTS, name, reading, pages })
            return [landingVariant({ name, reading, pages }), html]
          }),
        ),
      )
      const source = JSON.stringify(Object.fromEntries(pages))
      this.emitFile({ type: 'asset', fileName: LANDING_FILE, source })
    },
  }
}

export default defineConfig({
  root: 'web',
  plugins: [
    react(),
    tailwindcss(),
    generalHead(),
    pageChunks(),
    prerender(),
    // The server never compresses files.
    compression({ include: /\.(html|js|css|svg)$/, logLevel: 'silent' }),
  ],
  server: {
    port: 5173,
    proxy: { '/api': `http://127.0.0.1:${process.env.PORT ?? 5000}` },
  },
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    // The first versions that support light-dark(), which both themes use.
    target: ['chrome123', 'edge123', 'firefox128', 'safari17.5'],
    // The server preloads chunks itself; see pageChunks().
    modulePreload: false,
    // The content security policy only permits fonts as files.
    assetsInlineLimit: (file) => (file.endsWith('.woff2') ? false : undefined),
    rolldownOptions: {
      // Drops unused memo() calls, which would keep 4 KB of the router's data routes.
      treeshake: { manualPureFunctions: ['import_react.memo'] },
      output: {
        codeSplitting: {
          groups: [
            { name: 'index', test: /\/web\/app\/main\.tsx$/, priority: 1 },
            // Otherwise the feed has 45 chunks, which HTTP/1.1 loads six at a time.
            { name: 'shared', minShareCount: 3 },
          ],
        },
      },
    },
  },
})
