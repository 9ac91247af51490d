import { join } from 'node:path'

// glibc would keep the 19 MiB that each password hash frees. A young generation of full size saves six
// garbage collections during the start.
const FLAGS = ['--min-semi-space-size=8', '--max-semi-space-size=8']
const main = join(import.meta.dirname, 'main.js')
const environment = {
  MALLOC_MMAP_THRESHOLD_: '1048576',
  MALLOC_ARENA_MAX: '2',
  NODE_COMPILE_CACHE: join(import.meta.dirname, 'compiled'),
  ...process.env,
}

if (process.platform === 'win32' || !process.execve) await import(main)
else process.execve(process.execPath, [process.execPath, ...FLAGS, main], environment)
