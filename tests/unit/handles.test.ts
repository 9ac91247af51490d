import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isHandle, isReserved } from '../../contract/fields/handles.ts'
import { PAGE_HEADS } from '../../contract/pages/heads.ts'
import { alternativesTo, handleFromName } from '../../server/features/accounts/handle-from-name.ts'

test.each([
  ['Ada Byrne', 'ada-byrne'],
  ['  Ada   Byrne ', 'ada-byrne'],
  ['ADA_BYRNE', 'ada_byrne'],
  ["Séan O'Brien-Ólafsson", 'sean-obrien-olafsson'],
  ['Weiß Øystein Łukasz Æther', 'weiss-oystein-lukasz-aether'],
  ['Nguyễn Văn Đức', 'nguyen-van-duc'],
  ['İpek Işık', 'ipek-isik'],
  ['𝐀𝐝𝐚 Ｂｙｒｎｅ', 'ada-byrne'],
  ['42 Cats', 'cats'],
  ['Li', 'li-dev'],
  ['3D', 'd-dev'],
  ['李雷 Lei', 'lei'],
  ['李雷', 'dev'],
  ['Анна Каренина', 'dev'],
  ['👩🏽‍💻', 'dev'],
  ['---', 'dev'],
  ['Admin', 'dev'],
  ['Create Profile', 'dev'],
  ['Wolfeschlegelsteinhausenbergerdorff', 'wolfeschlegelsteinhausenberger'],
  [`${'a'.repeat(29)} b`, 'a'.repeat(29)],
])('the name %s suggests the handle %s', (name, handle) => {
  expect(handleFromName(name)).toBe(handle)
})

test('every name leads to a valid handle with valid alternatives', () => {
  const names = fc.oneof(fc.string({ unit: 'binary', maxLength: 100 }), fc.string({ maxLength: 100 }))
  fc.assert(
    fc.property(names, (name) => {
      const handle = handleFromName(name)
      const alternatives = alternativesTo(handle)
      expect(alternatives.length).toBeGreaterThan(100)
      for (const candidate of [handle, ...alternatives])
        if (!isHandle(candidate)) throw new Error(`${name}: ${candidate}`)
    }),
    { numRuns: 200 },
  )
})

test('alternatives count up, and fit after a long name', () => {
  expect(alternativesTo('ada-byrne').slice(0, 3)).toEqual(['ada-byrne-2', 'ada-byrne-3', 'ada-byrne-4'])
  expect(alternativesTo(`${'a'.repeat(27)}-bc`)[0]).toBe(`${'a'.repeat(27)}-2`)
})

test('no address of the page can be a handle', () => {
  const segments = Object.keys(PAGE_HEADS).flatMap((path) => path.split('/')[1] || [])
  expect(segments).toContain('posts')
  const free = segments.filter((segment) => isHandle(segment) && !isReserved(segment))
  expect(free).toEqual([])
  for (const word of ['admin', 'api', 'me', 'settings', 'support', 'unsubscribe']) {
    expect(isReserved(word), word).toBe(true)
  }
})
