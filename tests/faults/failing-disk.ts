// Loaded with `--import`. Once the file FAIL_SYNC exists, the next sync of each process fails and later ones succeed:
// Linux reports an error once to everyone who has the file open.
import { existsSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'

const trigger = process.env.FAIL_SYNC ?? ''
const file = await open(import.meta.filename)
const handles: FileHandle = Object.getPrototypeOf(file)
await file.close()

const datasync = handles.datasync
let hasFailed = false
handles.datasync = async function (this: FileHandle) {
  if (hasFailed || !existsSync(trigger)) return datasync.call(this)
  hasFailed = true
  throw Object.assign(new Error('EIO: i/o error, fdatasync'), { code: 'EIO' })
}
