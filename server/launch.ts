import { join } from 'node:path'

// Starts the server with settings that a process can only be given before it begins.
// glibc keeps the 19 MiB that each password hash frees, for every thread, unless large blocks come
// straight from the system, and small ones in as many arenas as there are threads. What has been compiled
// is kept beside the code, if that place can be written to.
const FLAGS = ['--max-semi-space-size=8']
const main = join(import.meta.dirname, 'main.js')
const environment = {
  MALLOC_MMAP_THRESHOLD_: '1048576',
  MALLOC_ARENA_MAX: '2',
  NODE_COMPILE_CACHE: join(import.meta.dirname, 'compiled'),
  ...process.env,
}

if (process.platform === 'win32' || !process.execve) await import(main)
else process.execve(process.execPath, [process.execPath, ...FLAGS, main], environment)
