import fc from 'fast-check'
import { expect, test } from 'vitest'
import { keepAllowed } from '../../../server/features/markdown/render/allow-list.ts'
import { differenceBetween } from '../../../server/features/markdown/render/compare.ts'
import { renderMarkdown } from '../../../server/features/markdown/render/render.ts'
import { readDifference } from '../../../server/features/posts/editing/history.ts'
import { faultIn } from './check-html.ts'
import { generateTexts } from './generated-markdown.ts'
import { findRenderingFaults } from './rendered-batches.ts'

test('10,000 generated texts become only what is allowed', async () => {
  expect(await findRenderingFaults(10_000)).toEqual([])
})

test('the check finds what is not allowed', () => {
  for (const html of [
    '<script>x</script>',
    '<p onclick="x">x</p>',
    '<p style="x">x</p>',
    '<a href="javascript:x" class="tag">x</a>',
    '<a href="https://a.example">x</a>',
    '<p><h3>x</h3></p>',
    '<em>x',
    '<img src="https://a.example/x.png">',
  ]) {
    expect(faultIn(html), html).toBeDefined()
  }
})

test('the allow-list shows as text whatever is not on it, even if the steps before it let it through', () => {
  for (const html of [
    '<script>alert(1)</script>',
    '<img src="x" onerror="alert(1)">',
    '<p onclick="alert(1)">x</p>',
    '<p style="color:red">x</p>',
    '<p id="x">x</p>',
    '<a href="javascript:alert(1)">x</a>',
    '<a href=https://a.example>x</a>',
    '<p>never closed <em>either',
    '</p></div>',
    '<em><strong>crossed</em></strong>',
    '<P>upper case</P>',
    '<p/onclick=alert(1)>',
    '<p\n>x</p>',
    '<!-- <p> -->',
    '<svg><p>x</p></svg>',
    '<a href="https://a.example" href="javascript:alert(1)">x</a>',
    '<',
  ]) {
    const fault = faultIn(keepAllowed(html).replace('<a href', '<a class="tag" href'))
    expect(fault, html).toBeUndefined()
  }
})

test('the allow-list leaves generated HTML without anything else', () => {
  for (const text of generateTexts(3, 5_000)) {
    // The sanitizer is called directly with the text.
    expect(keepAllowed(keepAllowed(text)), text).toBe(keepAllowed(text))
  }
})

test('differences name every character of both texts', () => {
  const text = fc
    .array(fc.constantFrom('one', 'two', ' ', '\n', '😀', 'ä', '.', '```', ''))
    .map((parts) => parts.join(''))
  fc.assert(
    fc.property(text, text, (before, after) => {
      const changes = readDifference(before, after, differenceBetween(before, after))
      const without = (kind: string) =>
        changes
          .filter((change) => change.kind !== kind)
          .map((change) => change.text)
          .join('')
      expect([without('added'), without('removed')]).toEqual([before, after])
    }),
  )
})

const PICTURE = `/pictures/${'0a'.repeat(32)}.webp`
test.each([
  ['one\ntwo\n\nthree', '<p>one<br>two</p>\n<p>three</p>'],
  ['# a\n\n## b\n\n###### c', '<h3>a</h3>\n<h4>b</h4>\n<h6>c</h6>'],
  ['<b>raw</b>', '<p>&lt;b&gt;raw&lt;/b&gt;</p>'],
  ['[x](javascript:alert)', '<p>[x](javascript:alert)</p>'],
  ['[x](mailto:a@b.example)', '<p><a href="mailto:a@b.example" rel="nofollow ugc noopener">x</a></p>'],
  [
    '![pic](https://a.example/b.png)',
    '<p><a href="https://a.example/b.png" rel="nofollow ugc noopener">pic</a></p>',
  ],
  [`![own](${PICTURE})`, `<p><img src="${PICTURE}" alt="own" loading="lazy"></p>`],
  ['README.md node.js', '<p>README.md node.js</p>'],
  ['[a]: http://a.example', '<p>[a]: http://a.example</p>'],
  [
    '```nolang\n<x>\n```',
    '<pre data-language="nolang"><code class="language-nolang">&lt;x&gt;\n</code></pre>',
  ],
  ['```\na\n```', '<pre><code>a\n</code></pre>'],
  [`${'> '.repeat(80)}deep`, `<p>${'&gt; '.repeat(80)}deep</p>`],
])('the renderer makes HTML of %j', (text, html) => {
  expect(renderMarkdown(text).html).toBe(html)
})

test.each([
  ['#c++ #Node.JS #日本語 #a-b. #.net', ['c++', 'node.js', '日本語', 'a-b', '.net']],
  ['#123 a#b C# ##c \\#d `#e` http://x.example/#f &#35;', []],
  ['```\n#a\n```\n    #b', []],
  ['#a #A #b', ['a', 'b']],
  [Array.from({ length: 12 }, (_, n) => `#t${n}`).join(' '), Array.from({ length: 10 }, (_, n) => `t${n}`)],
  ['#c. (#d) "#e" #f, #g! **#h**', ['c', 'd', 'e', 'f', 'g', 'h']],
  [`#${'x'.repeat(60)}`, []],
])('the renderer finds the tags of %j', (text, tags) => {
  expect(renderMarkdown(text).tags).toEqual(tags)
})

test.each([
  ['@ada, @Kofi-Mensah! (@x_y)', ['ada', 'kofi-mensah', 'x_y']],
  ['a@b.example `@ada` \\@ada @ab @9abc @@ada x@ada [@ada](http://x.example)', []],
])('the renderer finds the mentions of %j', (text, handles) => {
  expect(renderMarkdown(text).handles.map(({ handle }) => handle)).toEqual(handles)
})

test('the classes of nested scopes are kept, so no element is shown as text', () => {
  const { html } = renderMarkdown('```rust\nlet count = Arc::new(Mutex::new(0));\n```')
  expect(html).toContain('<span class="hljs-title function_ invoke__">new</span>')
  expect(html).not.toContain('&lt;span')
})
