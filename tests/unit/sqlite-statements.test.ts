import { constants, DatabaseSync } from 'node:sqlite'
import { expect, test, vi } from 'vitest'
import { StatementCache } from '../../server/database/sqlite/statements.ts'

test('a statement is compiled once, also one whose limit is a parameter', () => {
  const db = new DatabaseSync(':memory:')
  db.exec('create table numbers (n integer)')
  let checks = 0
  // SQLite asks the authorizer about everything in a statement whenever it compiles one.
  db.setAuthorizer(() => {
    checks++
    return constants.SQLITE_OK
  })
  const statements = new StatementCache(db)
  const query = 'select n from (select n from numbers order by n LIMIT ?) where n > ? order by n desc limit ?'
  statements.get(query).all(10, 1, 5)
  const checksAtFirst = checks
  statements.get(query).all(20, 1, 6)
  expect(checksAtFirst).toBeGreaterThan(0)
  expect(checks).toBe(checksAtFirst)
  db.close()
})

test('500 statements are kept, and those in use stay', () => {
  const db = new DatabaseSync(':memory:')
  const compile = vi.spyOn(db, 'prepare')
  const statements = new StatementCache(db)
  for (let n = 0; n < 2_000; n++) {
    statements.get('select 1 as hot').get()
    statements.get(`select ${n} as once`).get()
  }
  expect(compile.mock.calls.filter(([text]) => text === 'select 1 as hot')).toHaveLength(1)
  statements.get('select 1501 as once').get()
  expect(compile).toHaveBeenCalledTimes(2_001)
  statements.get('select 1500 as once').get()
  expect(compile).toHaveBeenCalledTimes(2_002)
  db.close()
})
