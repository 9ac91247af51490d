import { expect, test } from 'vitest'
import { findRenderingFaults } from '../unit/writing/rendered-batches.ts'

test('100,000 generated texts become only what is allowed', async () => {
  expect(await findRenderingFaults(100_000)).toEqual([])
})
