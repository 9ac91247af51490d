import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'

export const projectFolder = findUp(import.meta.dirname)

function findUp(folder: string): string {
  return existsSync(join(folder, 'package.json')) ? folder : findUp(dirname(folder))
}
