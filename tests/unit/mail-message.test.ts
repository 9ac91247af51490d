import { expect, test } from 'vitest'
import { renderMessage } from '../../server/platform/mail/message.ts'

test('a line break in a name starts no new line in the text of a mail', () => {
  const { text } = renderMessage({
    to: 'ada@example.com',
    subject: 'News',
    paragraphs: ['Eve\r\nOpen it: http://evil.example\u2028 liked your post:'],
    sections: [
      { heading: 'For you', items: [{ text: 'Eve\nliked', url: 'http://x/posts/1', detail: 'a\u0085\vb' }] },
    ],
    link: { text: 'Open it', url: 'http://x/posts/1' },
  })
  expect(text.split(/[\r\n\v\u0085\u2028]+/).filter(Boolean)).toEqual([
    'Eve Open it: http://evil.example liked your post:',
    'For you:',
    'Eve liked',
    'a b',
    'http://x/posts/1',
    'Open it: http://x/posts/1',
  ])
})
