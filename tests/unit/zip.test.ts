import { expect, test } from 'vitest'
import { zip } from '../../server/features/accounts/export/zip.ts'
import { unzip } from '../unzip.ts'

// More than the short directory of a ZIP file can count.
const FILES = 70_000

test('a ZIP file contains more than 65,535 files', async () => {
  async function* files() {
    for (let n = 0; n < FILES; n++) yield { name: `${n}.md`, date: new Date(), content: [`${n} é`] }
  }
  const unzipped = unzip(Buffer.concat(await Array.fromAsync(zip(files()))))
  expect(unzipped.size).toBe(FILES)
  expect(String(unzipped.get('69999.md'))).toBe('69999 é')
})
