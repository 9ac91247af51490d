import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The project's folder, whether the server runs from its sources or as one built file. */
export const projectFolder = findUp(import.meta.dirname)

function findUp(folder: string): string {
  return existsSync(join(folder, 'package.json')) ? folder : findUp(dirname(folder))
}
