import { describe, expect, it } from 'vitest'
import { cpuTimeOf } from '../../test-support/cpu-time.ts'
import {
  altOf,
  placeholderFor,
  withoutPlaceholders,
  withPlaceholder,
} from '../../web/features/posts/editor/pictures.tsx'
import { completionQueryAt, suggestPeople } from '../../web/features/posts/editor/suggestions.ts'
import {
  fenceAt,
  indentCode,
  isInCode,
  makeLink,
  pasteLink,
  type Selected,
  type TextEdit,
  toggleCode,
  toggleLines,
  toggleMark,
} from '../../web/features/posts/editor/text-edit.ts'

/** Two bars enclose the selection; one bar is the caret. */
function selected(marked: string): Selected {
  const start = marked.indexOf('|')
  const text = marked.replaceAll('|', '')
  const end = marked.lastIndexOf('|')
  return { text, start, end: end === start ? start : end - 1 }
}

function edited(marked: string, edit: (given: Selected) => TextEdit | undefined): string | undefined {
  const selection = selected(marked)
  const textEdit = edit(selection)
  if (!textEdit) return undefined
  const text = selection.text.slice(0, textEdit.start) + textEdit.insert + selection.text.slice(textEdit.end)
  const [from, to] = textEdit.select
  return from === to
    ? `${text.slice(0, from)}|${text.slice(from)}`
    : `${text.slice(0, from)}|${text.slice(from, to)}|${text.slice(to)}`
}

describe('bold and italic', () => {
  it.each([
    ['a |word| here', '**', 'a **|word|** here'],
    ['a **|word|** here', '**', 'a |word| here'],
    ['a |**word**| here', '**', 'a |word| here'],
    ['a | word | here', '**', 'a  **|word|**  here'],
    ['|', '**', '**|**'],
    ['**|**', '**', '|'],
    ['_|word|_', '_', '|word|'],
    ['**|word|**', '_', '**_|word|_**'],
    ['|one| and one', '_', '_|one|_ and one'],
  ])('%j with %j becomes %j', (before, mark, expected) =>
    expect(edited(before, (selection) => toggleMark(selection, mark))).toBe(expected),
  )

  it('is undone by pressing it twice', () => {
    for (const mark of ['**', '_', '`']) {
      const once = edited('say |this| now', (selection) => toggleMark(selection, mark)) ?? ''
      expect(edited(once, (selection) => toggleMark(selection, mark))).toBe('say |this| now')
    }
  })
})

describe('code', () => {
  it.each([
    ['run |npm test| now', 'run `|npm test|` now'],
    ['run `|npm test|` now', 'run |npm test| now'],
    ['|a `tick` b|', '``|a `tick` b|``'],
    ['|one\ntwo|', '```|\none\ntwo\n```'],
    ['see |one\ntwo\n|end', 'see \n```|\none\ntwo\n```\nend'],
    ['|```\nx\n```|', '````|\n```\nx\n```\n````'],
    ['|', '```\n|\n```'],
    ['one\n|\ntwo', 'one\n```\n|\n```\ntwo'],
    ['```\n|\n```', '```\n`|`\n```'],
  ])('%j becomes %j', (before, expected) => expect(edited(before, toggleCode)).toBe(expected))
})

describe('links', () => {
  it.each([
    ['see |the docs| now', 'see [the docs](|url|) now'],
    ['|https://a.example/b|', '[|](https://a.example/b)'],
    ['|', '[|](url)'],
  ])('%j becomes %j', (before, expected) => expect(edited(before, makeLink)).toBe(expected))

  it.each([
    ['see |the docs| now', 'https://a.example/b', 'see [the docs](https://a.example/b)| now'],
    ['see |the docs|', ' https://a.example/b\n', 'see [the docs](https://a.example/b)|'],
    ['|X|', 'https://a.example/X_(y)', '[X](<https://a.example/X_(y)>)|'],
    ['see | now', 'https://a.example/b', undefined],
    ['|two\nlines|', 'https://a.example/b', undefined],
    ['|https://old.example|', 'https://a.example/b', undefined],
    ['[x](|url|)', 'https://a.example/b', undefined],
    ['|docs|', 'not a link', undefined],
    ['|docs|', 'javascript:alert(1)', undefined],
    ['|docs|', 'https://a.example and more', undefined],
  ])('in %j, pasting %j makes %j', (before, pasted, expected) =>
    expect(edited(before, (selection) => pasteLink(selection, pasted))).toBe(expected),
  )
})

describe('lists and quotes', () => {
  it.each([
    ['one\nt|wo', '- ', 'one\n- t|wo'],
    ['one\n- t|wo', '- ', 'one\nt|wo'],
    ['|one\ntwo|\nthree', '> ', '|> one\n> two|\nthree'],
    ['|> one\n> two|\nthree', '> ', '|one\ntwo|\nthree'],
    ['|one\ntwo\n|three', '- ', '|- one\n- two|\nthree'],
    ['|', '- ', '- |'],
  ])('%j with %j becomes %j', (before, mark, expected) =>
    expect(edited(before, (selection) => toggleLines(selection, mark))).toBe(expected),
  )
})

describe('code blocks', () => {
  it.each([
    ['```\nlet a|\n```', true],
    ['```ts\n|\n```', true],
    ['```ts|\n\n```', false],
    ['```\na\n```|', false],
    ['```\na\n```\n|', false],
    ['~~~\n```\n|\n~~~', true],
    ['````\n```\n|', true],
    ['``` not `` a fence\n|', false],
    ['text |', false],
    ['    ```\n|', false],
  ])('%j: in a block is %s', (marked, expected) => {
    const { text, start } = selected(marked)
    expect(fenceAt(text, start) !== undefined).toBe(expected)
  })

  it.each([
    ['say `co|de`', true],
    ['say `code` |', false],
  ])('%j: in code is %s', (marked, expected) => {
    const { text, start } = selected(marked)
    expect(isInCode(text, start)).toBe(expected)
  })

  it.each([
    ['```\nlet |a', false, '```\nlet   |a'],
    ['```\n\tx\n|a', false, '```\n\tx\n\t|a'],
    ['```\n|a\nb|', false, '```\n  |a\n  b|'],
    ['```\n    a|', true, '```\n  a|'],
    ['```\n  |a\n  b|', true, '```\n|a\nb|'],
    ['no code |', false, undefined],
  ])('Tab in %j, back: %s, makes %j', (before, isBack, expected) =>
    expect(edited(before, (selection) => indentCode(selection, isBack))).toBe(expected),
  )

  it('is found at once in ten thousand characters of backticks', () => {
    const text = '`'.repeat(10_000)
    const time = cpuTimeOf(() => {
      for (let offset = 0; offset < 1_000; offset += 1) isInCode(text, 10_000 - offset)
    })
    expect(time).toBeLessThan(2_000)
  })
})

describe('what can be completed', () => {
  it.each([
    ['hello @ad|', 'person', 'ad'],
    ['@|', 'person', ''],
    ['(@ada|', 'person', 'ada'],
    ['about #no|', 'tag', 'no'],
    ['#c++|', 'tag', 'c++'],
    ['#日本|', 'tag', '日本'],
    ['me@exam|', undefined, undefined],
    ['#|', undefined, undefined],
    ['# head|', undefined, undefined],
    ['`@ada|', undefined, undefined],
    ['```\n@ada|', undefined, undefined],
    ['@ada |', undefined, undefined],
    ['a#b|', undefined, undefined],
  ])('in %j is %s %s', (marked, kind, typed) => {
    const { text, start } = selected(marked)
    const query = completionQueryAt(text, start)
    expect([query?.kind, query?.typed]).toEqual([kind, typed])
    if (query) expect(text.slice(query.start, query.end)).toBe(`${kind === 'person' ? '@' : '#'}${typed}`)
  })
})

describe('pictures in a text', () => {
  it('has a separate placeholder for each upload, on separate lines', () => {
    const first = placeholderFor('a [shot].png', '')
    expect(first).toBe('![Uploading a shot .png…]()')
    expect(placeholderFor('a [shot].png', `x ${first}`)).toBe('![Uploading a shot .png 2…]()')
    expect(
      edited('see|', ({ text, start, end }) =>
        withPlaceholder({ value: text, selectionStart: start, selectionEnd: end }, first),
      ),
    ).toBe(`see\n${first}\n|`)
  })

  it('drops placeholders of uploads that never ended', () => {
    expect(withoutPlaceholders(`a\n${placeholderFor('x.png', '')}\nb ![](/pictures/y.webp)`)).toBe(
      'a\nb ![](/pictures/y.webp)',
    )
  })

  it.each([
    ['my shot.png', 'my shot'],
    ['image.png', 'Picture'],
    ['a](b).png', 'a b'],
    ['.png', 'Picture'],
  ])('of the file %j says %j', (name, alt) => expect(altOf(name).trim()).toBe(alt))
})

describe('known people', () => {
  const person = (handle: string, name: string) => ({ _id: handle, handle, name, avatar: '' })
  const people = [person('grace', 'Grace Hopper'), person('hopster', 'Ann Lee'), person('ada', 'Ada Byrne')]

  it.each([
    ['', ['grace', 'hopster', 'ada']],
    ['ho', ['hopster', 'grace']],
    ['BY', ['ada']],
    ['zz', []],
  ])('%j finds %j', (typed, handles) =>
    expect(suggestPeople(people, typed).map(({ handle }) => handle)).toEqual(handles),
  )
})
