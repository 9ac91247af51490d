import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { PictureConverter } from '../../server/features/pictures/converter.ts'

const folder = mkdtempSync(join(tmpdir(), 'devconnector-converter-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A process that does with the word it receives what the word says. */
const SCRIPT = `
process.on('message', (input) => {
  const word = Buffer.from(input).toString()
  if (word === 'hang') for (;;);
  if (word === 'crash') process.kill(process.pid, 'SIGSEGV')
  if (word === 'secrets') return process.send({ refused: Object.keys(process.env).join() })
  process.send({ picture: { bytes: input, width: process.pid, height: 1 } })
})
process.on('disconnect', () => process.exit(0))
process.send({ ready: true })
`
const script = (name: string, text: string) => {
  const file = join(folder, `${name}.mjs`)
  writeFileSync(file, text)
  return file
}
const convert = (converter: PictureConverter, word: string) => converter.convert(Buffer.from(word))

test('a picture that makes the decoder crash or hang is refused, and the next one gets another process', async () => {
  const converter = new PictureConverter(script('converter', SCRIPT), 3_000)
  const { width: first } = await convert(converter, 'a')
  const all = await Promise.allSettled(
    ['crash', 'b', 'hang', 'c', 'd'].map((word) => convert(converter, word)),
  )
  expect(all.map(({ status }) => status)).toEqual([
    ...['rejected', 'fulfilled', 'rejected', 'fulfilled', 'fulfilled'],
  ])
  for (const outcome of all) {
    if (outcome.status === 'rejected') {
      expect(outcome.reason).toMatchObject({ status: 400, message: 'The picture could not be read' })
    }
  }
  const pids = all.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value.width] : []))
  expect(new Set([first, ...pids]).size).toBe(3)
  expect(pids[1]).toBe(pids[2])
})

test('the process gets no settings of the server', async () => {
  const converter = new PictureConverter(script('secrets', SCRIPT))
  const refused = convert(converter, 'secrets')
  await expect(refused).rejects.toMatchObject({ message: expect.not.stringMatching(/PATH|HOME|DATABASE/) })
})

test('a process that cannot start is a 503, not the fault of the picture', async () => {
  const converter = new PictureConverter(script('broken', 'process.exit(1)'))
  await expect(convert(converter, 'a')).rejects.toMatchObject({ status: 503 })
})
