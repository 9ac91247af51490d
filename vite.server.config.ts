import { defineConfig } from 'vite'

/** The npm commands for operators, which work in the image too. */
const COMMANDS = 'admin backup db-copy db-distribute index mail migrate reset restore'.split(' ')

/** A bundled server starts in a third of the time, and uses less memory. The image needs only its files and sharp. */
export default defineConfig({
  build: {
    ssr: true,
    outDir: 'dist/server',
    target: 'node26',
    rolldownOptions: {
      input: {
        main: 'server/main.ts',
        launch: 'server/launch.ts',
        'render-thread': 'server/features/markdown/render/thread.ts',
        // Tinypool starts threads and processes from these files.
        'entry/worker': 'node_modules/tinypool/dist/entry/worker.js',
        'entry/process': 'node_modules/tinypool/dist/entry/process.js',
        'search-thread': 'server/features/search/search-thread.ts',
        'converter-process': 'server/features/pictures/converter-process.ts',
        ...Object.fromEntries(COMMANDS.map((name) => [`commands/${name}`, `scripts/${name}.ts`])),
      },
      output: {
        // Shared chunks start threads by relative paths, so they are in the same folder.
        chunkFileNames: '[name]-[hash].js',
        // V8 hashes the whole file at every start, and needs twice the memory if a character is not ASCII.
        // Names stay readable for stack traces in the log.
        minify: { compress: false, mangle: false, codegen: { asciiOnly: true } },
      },
    },
  },
  // Native modules cannot be bundled.
  ssr: { noExternal: true, external: ['sharp'], target: 'node' },
})
