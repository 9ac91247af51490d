import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { PictureConverter } from '../../server/features/pictures/converter.ts'

const folder = mkdtempSync(join(tmpdir(), 'devconnector-converter-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const SCRIPT = `
export default (input) => {
  const word = Buffer.from(input).toString()
  if (word === 'hang') for (;;);
  if (word === 'crash') process.kill(process.pid, 'SIGSEGV')
  if (word === 'secrets') return { refused: Object.keys(process.env).join() }
  return { picture: { bytes: input, width: process.pid, height: 1 } }
}
`
const script = (name: string, text: string) => {
  const file = join(folder, `${name}.mjs`)
  writeFileSync(file, text)
  return file
}

function startConverter(file: string, deadline?: number): PictureConverter {
  const converter = new PictureConverter(file, deadline)
  onTestFinished(() => converter.close())
  return converter
}
const convert = (converter: PictureConverter, word: string) => converter.convert(Buffer.from(word))

test('a picture that makes the decoder crash or hang is refused, and the next one gets another process', async () => {
  const converter = startConverter(script('converter', SCRIPT), 3_000)
  const { width: first } = await convert(converter, 'a')
  const results = await Promise.allSettled(
    ['crash', 'b', 'hang', 'c', 'd'].map((word) => convert(converter, word)),
  )
  expect(results.map(({ status }) => status)).toEqual([
    ...['rejected', 'fulfilled', 'rejected', 'fulfilled', 'fulfilled'],
  ])
  for (const outcome of results) {
    if (outcome.status === 'rejected') {
      expect(outcome.reason).toMatchObject({ status: 400, message: 'The picture could not be read' })
    }
  }
  const pids = results.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value.width] : []))
  expect(new Set([first, ...pids]).size).toBe(3)
  expect(pids[1]).toBe(pids[2])
})

test('the process gets no settings of the server', async () => {
  const converter = startConverter(script('secrets', SCRIPT))
  const refused = convert(converter, 'secrets')
  await expect(refused).rejects.toMatchObject({ message: expect.not.stringMatching(/PATH|HOME|DATABASE/) })
})

test('a converter that cannot be loaded is a 503, not the fault of the picture', async () => {
  const converter = startConverter(script('broken', 'throw new Error("no sharp")'))
  await expect(convert(converter, 'a')).rejects.toMatchObject({ status: 503 })
})
