import { hash, randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { picturePath } from '../../../contract/pictures.ts'
import { copyDatabase } from '../../../scripts/db-copy/copy.ts'
import { type Database, openDatabase } from '../../../server/database/database.ts'
import { migrate } from '../../../server/database/schema/migrate.ts'
import { storePicture } from '../../../server/features/pictures/queries.ts'
import { newDatabase, startApp } from '../../app.ts'

const folder = () => {
  const path = mkdtempSync(join(tmpdir(), 'devconnector-pictures-'))
  onTestFinished(() => rmSync(path, { recursive: true, force: true }))
  return path
}

async function open(url: string): Promise<Database> {
  const db = openDatabase(url)
  onTestFinished(() => db.close())
  await migrate(db)
  return db
}

test('a copy of the database contains the pictures, byte by byte, there and back', async () => {
  const source = await startApp({ DATABASE_URL: `sqlite:${join(folder(), 'source.db')}` })
  onTestFinished(() => source.stop())
  const person = await source.signUp()
  const storedPictures = [
    ...Array.from({ length: 45 }, () => randomBytes(2_000)),
    Buffer.from([0, 1, 127, 128, 255, 0, 92, 39]),
    randomBytes(1024 * 1024),
  ]
  for (const bytes of storedPictures) {
    await source.db.transaction((trx) => storePicture(trx, person.id, { bytes, width: 1, height: 1 }))
  }
  const { url, drop } = await newDatabase()
  const middle = await open(url)
  const back = await open(`sqlite:${join(folder(), 'back.db')}`)
  const copyThere = await copyDatabase(source.db, middle)
  const copyBack = await copyDatabase(middle, back)
  for (const table of ['pictures', 'picture_uploads']) {
    expect(copyThere.tables.get(table)).toEqual({ rows: storedPictures.length, sha256: expect.any(String) })
    expect(copyBack.tables.get(table)).toEqual(copyThere.tables.get(table))
  }
  const copied = await startApp({ DATABASE_URL: url })
  for (const bytes of storedPictures) {
    const response = await fetch(`${copied.running.address}${picturePath(hash('sha256', bytes))}`)
    expect(Buffer.from(await response.arrayBuffer()).equals(bytes)).toBe(true)
  }
  await copied.stop()
  onTestFinished(drop)
})
