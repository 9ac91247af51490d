// Builds hostile texts from pieces that mean something to Markdown, HTML or code.

const PIECES = [
  ...[
    '*',
    '**',
    '_',
    '__',
    '~~',
    '`',
    '``',
    '```',
    '~~~',
    '#',
    '# ',
    '## ',
    '>',
    '> ',
    '- ',
    '1. ',
    '+ ',
    '---',
  ],
  ...[
    '[',
    ']',
    '(',
    ')',
    '![',
    '](',
    '][',
    ']:',
    '<',
    '>',
    '</',
    '/>',
    '"',
    "'",
    '=',
    '&',
    ';',
    '\\',
    '|',
    '|-|',
  ],
  ...[
    '\n',
    '\n\n',
    '    ',
    '\t',
    ' ',
    '  \n',
    '\r\n',
    '\u00a0',
    '\u202e',
    '\u2028',
    '\u0001',
    '\ufeff',
    '\ud83d\ude00',
  ],
  ...[
    'script',
    '<script>',
    '</script>',
    '<img src=x onerror=alert(1)>',
    '<svg onload=alert(1)>',
    '<!--',
    '-->',
  ],
  ...[
    '<style>',
    '<iframe src="//x">',
    '<a href="javascript:alert(1)">',
    '<b id=x class=y>',
    ']]>',
    '<![CDATA[',
    '<?',
  ],
  ...[
    'javascript:alert(1)',
    'JaVaScRiPt:',
    'data:text/html,',
    'vbscript:',
    'http://a.example/',
    'https://b.example?"<',
  ],
  ...[
    'mailto:a@b.example',
    '//c.example',
    '/pictures/',
    `/pictures/${'a'.repeat(64)}.webp`,
    '/posts',
    'file:///',
  ],
  ...['&lt;', '&#60;', '&#x3c;script', '&quot;', '&amp;', '&NewLine;', '&colon;', '&Tab;', '&#0;', '&#106;'],
  ...[
    '@ada',
    '@ada-byrne',
    '#tag',
    '#c++',
    '#"onclick=',
    '@<b>',
    '#日本語',
    'a@b.example',
    'onclick="x"',
    'style="x"',
  ],
  ...[
    '```js',
    '```html',
    '```"><x',
    '~~~ xml',
    'const a = `<b>`',
    '<?php',
    '{{',
    '${',
    'function',
    '/*',
    '//',
    '<T>',
  ],
  ...[
    'a',
    'b c',
    'word',
    '0',
    'x'.repeat(40),
    '| a | b |\n|:-:|--:|\n| c |',
    '[a]: http://a.example "t"\n',
    '[a]',
  ],
]

/** mulberry32: the same texts for the same seed. */
export function generateTexts(seed: number, count: number): string[] {
  let state = seed
  const random = (below: number) => {
    state = (state + 0x6d2b79f5) | 0
    let bits = Math.imul(state ^ (state >>> 15), 1 | state)
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits
    return ((bits ^ (bits >>> 14)) >>> 0) % below
  }
  const character = () => String.fromCharCode(random(4) === 0 ? 1 + random(0xd7ff) : 32 + random(95))
  return Array.from({ length: count }, () =>
    Array.from({ length: 1 + random(14) }, () =>
      random(5) === 0 ? character() : (PIECES[random(PIECES.length)] ?? ''),
    ).join(''),
  )
}
