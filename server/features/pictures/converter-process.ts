import { constants, setPriority } from 'node:os'
import { type Converted, convertPicture, NotAPicture } from './convert.ts'

export type Result = { picture: Converted } | { refused: string }

setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
// A killed server cannot end a process that hangs.
process.on('disconnect', () => process.exit(0))

export default async function convert(input: Uint8Array): Promise<Result> {
  try {
    return { picture: await convertPicture(input) }
  } catch (error) {
    if (error instanceof NotAPicture) return { refused: error.message }
    throw error
  }
}
