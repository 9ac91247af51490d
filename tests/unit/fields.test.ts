import { expect, test } from 'vitest'
import {
  calendarDate,
  choice,
  email,
  flag,
  givenPassword,
  newPassword,
  optionalLine,
  optionalProse,
  requiredLine,
  requiredProse,
} from '../../contract/fields/fields.ts'
import { type Field, form, partial, readForm } from '../../contract/fields/form.ts'

function reads<T>(field: Field<T>, table: [unknown, { value: T } | { msg: string }][]): void {
  for (const [input, result] of table) expect(field.read(input), JSON.stringify(input)).toEqual(result)
}

test('a required line is trimmed and limited in characters, not in code units', () => {
  reads(requiredLine('Name', 3), [
    [' abc ', { value: 'abc' }],
    ['😀😀😀', { value: '😀😀😀' }],
    ['😀😀😀😀', { msg: 'Name must be at most 3 characters' }],
    ['\u00a0\ufeff', { msg: 'Name is required' }],
    ['', { msg: 'Name is required' }],
    [undefined, { msg: 'Name is required' }],
    [null, { msg: 'Name is required' }],
    [0, { msg: 'Name must be text' }],
    [['a'], { msg: 'Name must be text' }],
    ['a\0', { msg: 'Name contains characters that cannot be stored' }],
    ['\ud83d', { msg: 'Name contains characters that cannot be stored' }],
  ])
})

test('prose is stored exactly as written', () => {
  reads(requiredProse('Text', 5), [
    [' a\n ', { value: ' a\n ' }],
    ['  \n', { msg: 'Text is required' }],
    [' 1234 ', { msg: 'Text must be at most 5 characters' }],
  ])
  reads(optionalProse('Bio'), [[' a ', { value: ' a ' }]])
})

test('an empty optional field becomes null', () => {
  for (const field of [optionalLine('L'), optionalProse('P')]) {
    reads(field, [
      [undefined, { value: null }],
      [null, { value: null }],
      ['', { value: null }],
      [' \t\n', { value: null }],
    ])
    expect(field.read(false)).toHaveProperty('msg')
  }
})

test.each([
  'a@b.cd',
  ' Ada.Lovelace+tag@sub.example.co.uk ',
  "o'neil@example.com",
  'user@xn--bcher-kva.example',
  'jürgen@bücher.example',
  `${'a'.repeat(242)}@example.com`,
])('an email may be %s', (text) => {
  expect(email().read(text)).toEqual({ value: text.trim() })
})

test.each([
  'a',
  '@b.cd',
  'a@',
  'a@b',
  'a@b.',
  'a@.cd',
  'a@@b.cd',
  'a b@c.de',
  'a@b c.de',
  'a@b..de',
  'a@-b.cd',
  'Ada <a@b.cd>',
  'a@b.cd\nBcc: x@y.zz',
  'a\0@b.cd',
  `${'a'.repeat(243)}@example.com`,
  // A backtracking pattern would take forever.
  `${'a.'.repeat(50_000)}@`,
  `a@${'a-'.repeat(120)}`,
  `a@${'a.'.repeat(120)}-`,
  '',
  null,
  5,
  {},
])('an email cannot be %j', (input) => {
  expect(email().read(input)).toEqual({ msg: 'Please include a valid email' })
})

test('a new password has 6 to 128 characters and is stored exactly as written', () => {
  const short = { msg: 'Please enter a password with 6 or more characters' }
  reads(newPassword(), [
    ['123456', { value: '123456' }],
    ['      ', { value: '      ' }],
    ['😀😀😀', short],
    ['12345', short],
    [123456, short],
    [undefined, short],
    ['x'.repeat(129), { msg: 'Password must be at most 128 characters' }],
    ['abc\0def', { msg: 'Password contains characters that cannot be stored' }],
  ])
  reads(givenPassword(), [
    ['x', { value: 'x' }],
    ['', { msg: 'Password is required' }],
    [5, { msg: 'Password is required' }],
  ])
})

test('a choice is exactly one of its options', () => {
  const missing = { msg: 'Status is required' }
  const unknown = { msg: 'Status must be one of Developer, Other' }
  reads(choice('Status', ['Developer', 'Other']), [
    ['Developer', { value: 'Developer' }],
    [undefined, missing],
    [null, missing],
    ['', missing],
    ['0', missing],
    ['developer', unknown],
    [['Developer'], unknown],
  ])
})

test('a flag is only true or false, not something similar', () => {
  reads(flag('Current'), [
    [true, { value: true }],
    [false, { value: false }],
    [undefined, { value: false }],
    [null, { value: false }],
    ['true', { msg: 'Current must be true or false' }],
    [1, { msg: 'Current must be true or false' }],
  ])
})

test('a date must exist in the calendar', () => {
  const wrong = { msg: 'From date must be a valid date' }
  reads(calendarDate('From date'), [
    ['2000-02-29', { value: '2000-02-29' }],
    [' 2000-02-29 ', { value: '2000-02-29' }],
    ['2000-02-29T23:59:59.999999-12:00', { value: '2000-02-29' }],
    ['2000-02-29T23:59+1400', { value: '2000-02-29' }],
    ['1900-02-29', wrong],
    ['2000-04-31', wrong],
    ['2000-2-9', wrong],
    ['+002000-02-09', wrong],
    ['2000-02-29T', wrong],
    ['2000-02-29 or later', wrong],
    [951782400000, wrong],
  ])
})

const Sample = form({ a: requiredLine('A'), b: optionalLine('B') }, ({ a, b }) =>
  a === b ? { msg: 'A and B must differ', field: 'b' } : undefined,
)

test('a form compares its fields only if each of them is valid', () => {
  expect(readForm(Sample, { a: 'x', b: 'x' }).errors).toEqual([{ msg: 'A and B must differ', field: 'b' }])
  expect(readForm(Sample, { b: 5 }).errors.map(({ field }) => field)).toEqual(['a', 'b'])
  expect(readForm(Sample, { a: ' x ', z: 1 })).toEqual({ value: { a: 'x', b: null }, errors: [] })
})

test('a form ignores inherited properties', () => {
  const inherited = Object.create({ a: 'x' })
  for (const body of [inherited, null, undefined, 'a', 5, ['x'], true]) {
    expect(readForm(Sample, body).errors).toEqual([{ msg: 'A is required', field: 'a' }])
  }
})

test('a form that is partial leaves out absent fields, and only those', () => {
  expect(readForm(partial(Sample), {})).toEqual({ value: {}, errors: [] })
  expect(readForm(partial(Sample), { b: '' })).toEqual({ value: { b: null }, errors: [] })
  expect(readForm(partial(Sample), { a: '' }).errors).toEqual([{ msg: 'A is required', field: 'a' }])
})
