import { expect, test } from 'vitest'
import { openPostgres } from '../../server/database/postgres/postgres.ts'

test.each(['postgres://ada:secret@db/community', 'postgres://db/community?user=ada&password=secret'])(
  'the location of %s contains no password',
  async (url) => {
    const db = openPostgres(url)
    expect(db.location).toContain('community')
    expect(db.location).not.toContain('secret')
    await db.close()
  },
)
