import { defineConfig } from 'vite'

/** The npm commands for operators, which work in the image too. */
const COMMANDS = 'admin backup db-copy db-distribute index mail migrate reset restore'.split(' ')

/**
 * Builds the server into few files with all dependencies: it starts in a third of the time and uses less memory
 * than from its sources, and the image needs only these files and the page.
 */
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
        // Piscina starts its threads with this file, which it expects next to its own code.
        worker: 'node_modules/piscina/dist/worker.js',
        // Tinypool starts threads with this file.
        'entry/worker': 'node_modules/tinypool/dist/entry/worker.js',
        'search-thread': 'server/features/search/search-thread.ts',
        'converter-process': 'server/features/pictures/converter-process.ts',
        ...Object.fromEntries(COMMANDS.map((name) => [`commands/${name}`, `scripts/${name}.ts`])),
      },
      output: {
        // Next to the threads, which shared code starts by their relative paths.
        chunkFileNames: '[name]-[hash].js',
        // V8 reads and hashes the whole file at every start, and stores each character in two bytes if one needs two.
        // Names stay, for the traces in the log.
        minify: { compress: false, mangle: false, codegen: { asciiOnly: true } },
      },
    },
  },
  define: { __dirname: 'import.meta.dirname' },
  // Native modules cannot be bundled. Piscina loads the second one only to change the priority of threads.
  ssr: { noExternal: true, external: ['sharp', '@napi-rs/nice'], target: 'node' },
})
