import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type HtmlTagDescriptor, type Plugin } from 'vite'
import { SITE } from './contract/heads.ts'

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

/** Preloads React and the text font, so that they arrive before the first script requests them. */
function preloadEarly(): Plugin {
  return {
    name: 'preload-early',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_, { bundle = {} }) {
        const files = Object.values(bundle)
        const chunk = (name: string) => files.find((file) => file.type === 'chunk' && file.name === name)
        const font = files.find(({ fileName }) => /instrument-sans-latin-wght-normal/.test(fileName))
        const link = (file: typeof font, attrs: Record<string, string>): HtmlTagDescriptor[] =>
          file
            ? [
                {
                  tag: 'link',
                  injectTo: 'head',
                  attrs: { ...attrs, crossorigin: '', href: `/${file.fileName}` },
                },
              ]
            : []
        return [
          ...link(chunk('start'), { rel: 'modulepreload' }),
          ...link(chunk('rolldown-runtime'), { rel: 'modulepreload' }),
          ...link(font, { rel: 'preload', as: 'font', type: 'font/woff2' }),
        ]
      },
    },
  }
}

const FORMS =
  /\/web\/(accounts\/(delete|entry|refusal)|invitations|recovery|search\/(?!people-memory)|sign-in|profiles\/(credential|edit|form|profile-e|profile-form|social-fields)|ui\/(draft|listed|new-password|password|use-form-draft))/

export default defineConfig({
  root: 'web',
  plugins: [react(), tailwindcss(), generalHead(), preloadEarly(), precompress()],
  server: {
    port: 5173,
    proxy: { '/api': `http://127.0.0.1:${process.env.PORT ?? 5000}` },
  },
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    // The first versions that support light-dark(), which both themes use.
    target: ['chrome123', 'edge123', 'firefox128', 'safari17.5'],
    modulePreload: { polyfill: false },
    // The content security policy only permits fonts as files.
    assetsInlineLimit: (file) => (file.endsWith('.woff2') ? false : undefined),
    rolldownOptions: {
      output: {
        codeSplitting: {
          // The first script, then React and the layout of every page, then what several pages share. What only pages
          // with forms and filters share is apart, so that readers of posts and profiles do not load it.
          groups: [
            {
              name: 'index',
              test: /preload-helper|\/contract\/heads\.ts$|\/web\/(main|api|prefetched|dates|pages|storage|site\/served-site)\.ts$/,
              priority: 3,
            },
            { name: 'start', test: /\/web\/start\.tsx$/, priority: 2 },
            { name: 'shared', test: (id) => !FORMS.test(id), minShareCount: 2, priority: 1 },
            { name: 'forms', minShareCount: 2 },
          ],
        },
      },
    },
  },
})
