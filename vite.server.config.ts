import { defineConfig } from 'vite'

/**
 * The server as one file with all it needs: it starts in a third of the time and with less memory
 * than from its sources, and an image needs nothing but this and the page.
 */
export default defineConfig({
  build: {
    ssr: true,
    outDir: 'dist/server',
    target: 'node26',
    rolldownOptions: { input: ['server/main.ts', 'server/launch.ts'] },
  },
  ssr: { noExternal: true, target: 'node' },
})
