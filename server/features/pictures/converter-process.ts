import { constants, setPriority } from 'node:os'
import { type Converted, convertPicture, NotAPicture } from './convert.ts'

export type Message = { ready: true } | { picture: Converted } | { refused: string }

// The server has priority.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL)

process.on('message', (input: Uint8Array) => {
  convertPicture(input).then(
    (picture) => send({ picture }),
    (error) => {
      if (!(error instanceof NotAPicture)) throw error
      send({ refused: error.message })
    },
  )
})
process.on('disconnect', () => process.exit(0))
send({ ready: true })

function send(message: Message): void {
  process.send?.(message)
}
