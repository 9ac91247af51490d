import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, type Rolldown, runnerImport } from 'vite'
import { READING_MODES } from './contract/limits.ts'
import { SITE } from './contract/pages/heads.ts'
import { LANDING_FILE, landingVariant, MARKED_TEXTS } from './contract/pages/landing.ts'

/** Writes .br and .gz files next to the compressible ones, so the server never compresses the page. */
function precompress(): Plugin {
  let folder = ''
  return {
    name: 'precompress',
    apply: 'build',
    configResolved({ root, build }) {
      folder = join(root, build.outDir)
    },
    async closeBundle() {
      const files = await readdir(folder, { recursive: true })
      await Promise.all(
        files
          .filter((file) => /\.(html|js|css|svg)$/.test(file))
          .map(async (file) => {
            const bytes = await readFile(join(folder, file))
            const quality = { [constants.BROTLI_PARAM_QUALITY]: 11 }
            await writeFile(
              join(folder, `${file}.br`),
              await promisify(brotliCompress)(bytes, { params: quality }),
            )
            await writeFile(join(folder, `${file}.gz`), await promisify(gzip)(bytes, { level: 9 }))
          }),
      )
    },
  }
}

/** The head of pages in general; our server replaces it, and the comments around it, with that of the page it sends. */
function generalHead(): Plugin {
  const head = `<title>${SITE.name}</title>\n    <meta name="description" content="${SITE.description}" />`
  return {
    name: 'general-head',
    transformIndexHtml: (html) => html.replace('<!--head-->', `<!--head-->\n    ${head}\n    `),
  }
}

/** Preloads React, so that it arrives before the first script requests it, and names the text font for theme.js. */
function preloadEarly(): Plugin {
  return {
    name: 'preload-early',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const files = Object.values(bundle)
        const font = files.find(({ fileName }) => fileName.includes('instrument-sans-latin-wght-normal'))
        const start = files.find((file) => file.type === 'chunk' && file.name === 'start')
        if (start?.type !== 'chunk' || !font) throw new Error('The build has no first load or no text font')
        const scripts = [start.fileName, ...start.imports].filter((name) => !html.includes(name))
        return [
          ...scripts.map((name) => ({
            tag: 'link',
            injectTo: 'head' as const,
            attrs: { rel: 'modulepreload', crossorigin: '', href: `/${name}` },
          })),
          {
            tag: 'meta',
            injectTo: 'head-prepend',
            attrs: { name: 'text-font', content: `/${font.fileName}` },
          },
        ]
      },
    },
  }
}

/** Renders the landing page, so that it can be painted before React has loaded; see contract/pages/landing.ts. */
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
        [SITE.name, MARKED_TEXTS.name].map((name) => {
          const html = module.prerenderLanding({ ...MARKED_TEXTS, name, reading })
          return [landingVariant({ name, reading }), html]
        }),
      )
      const source = JSON.stringify(Object.fromEntries(pages))
      this.emitFile({ type: 'asset', fileName: LANDING_FILE, source })
    },
  }
}

type Build = Pick<Rolldown.PluginContext, 'getModuleInfo'>

const isFirstScript = (id: string, build: Build) =>
  build.getModuleInfo(id)?.importers.some((from) => build.getModuleInfo(from)?.isEntry)

const isLoadedFirst = (id: string, build: Build) =>
  build.getModuleInfo(id)?.dynamicImporters.some((from) => isFirstScript(from, build))

/** Apart from the rest, because visitors of a profile need none of them. */
function usesQueries(id: string, build: Build, seen = new Set<string>()): boolean {
  if (seen.has(id)) return false
  seen.add(id)
  const { importedIds = [] } = build.getModuleInfo(id) ?? {}
  return (
    id.includes('@reduxjs/toolkit/dist/query') ||
    importedIds.some((imported) => usesQueries(imported, build, seen))
  )
}

export default defineConfig({
  root: 'web',
  plugins: [react(), tailwindcss(), generalHead(), preloadEarly(), prerender(), precompress()],
  server: {
    port: 5173,
    proxy: { '/api': `http://127.0.0.1:${process.env.PORT ?? 5000}` },
  },
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    // The first versions that support light-dark(), which both themes use.
    target: ['chrome123', 'edge123', 'firefox128', 'safari17.5'],
    // A page requests the shared chunk when it has arrived itself, so that React arrives first.
    modulePreload: false,
    // The content security policy only permits fonts as files.
    assetsInlineLimit: (file) => (file.endsWith('.woff2') ? false : undefined),
    rolldownOptions: {
      // An unused memo() has no effect; without this, the router's unused data routes stay, 4 KB.
      treeshake: { manualPureFunctions: ['import_react.memo'] },
      output: {
        codeSplitting: {
          // The first script, then what it loads: React and the layout. Then what many pages share.
          groups: [
            {
              name: (id, build) => (isFirstScript(id, build) ? 'index' : null),
              debugName: 'index',
              priority: 2,
            },
            {
              name: (id, build) => (isLoadedFirst(id, build) ? 'start' : null),
              debugName: 'start',
              priority: 1,
            },
            {
              name: (id, build) => (usesQueries(id, build) ? 'queries' : 'shared'),
              debugName: 'shared',
              minShareCount: 3,
            },
          ],
        },
      },
    },
  },
})
