import { join } from 'node:path'

// Starts the server with settings that a process can only be given before it begins.
// glibc keeps the 19 MiB that each password hash frees, for every thread, unless large blocks come
// straight from the system; and a server of small short-lived objects needs no large nursery.
const main = join(import.meta.dirname, 'main.js')
const environment = { MALLOC_MMAP_THRESHOLD_: '1048576', ...process.env }

if (process.platform === 'win32' || !process.execve) await import(main)
else process.execve(process.execPath, [process.execPath, '--max-semi-space-size=4', main], environment)
