import { join } from 'node:path'
import { testKills } from './kill-tests.ts'
import { temporaryFolder } from './server-process.ts'

testKills(() => `sqlite:${join(temporaryFolder(), 'killed.db')}`)
