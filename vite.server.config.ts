import { defineConfig } from 'vite'

/**
 * Builds the server into one file with all dependencies: it starts in a third of the time and uses less memory
 * than from its sources, and the image needs only this file and the page.
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
        cook: 'server/writing/cook/thread.ts',
        'search-thread': 'server/search/thread/entry.ts',
        'converter-process': 'server/pictures/converter-process.ts',
      },
      output: {
        // V8 reads and hashes the whole file at every start, and stores each character in two bytes if one needs two.
        // Names stay, for the traces in the log.
        minify: { compress: false, mangle: false, codegen: { asciiOnly: true } },
      },
    },
  },
  // sharp is a native module, which cannot be bundled.
  ssr: { noExternal: true, external: ['sharp'], target: 'node' },
})
