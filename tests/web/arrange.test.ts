import { expect, it } from 'vitest'
import type { Comment } from '../../contract/posts.ts'
import { arrange } from '../../web/features/posts/comments/arrange.ts'
import { comment } from './samples.ts'

/** Comments as the API lists them; a reply is written as `reply>parent`, an accepted one ends with `!`. */
const listed = (...names: string[]): Comment[] =>
  names.map((name) => {
    const [id = '', parent = null] = name.replace('!', '').split('>')
    return { ...comment(id), parent, accepted: name.endsWith('!') }
  })

const shown = (...names: string[]) =>
  arrange(listed(...names)).map(({ comment, place }) => `${place} ${comment._id}`)

it('shows the newest thread first, and the oldest reply first within it', () => {
  expect(shown('r3>a', 'b', 'r2>a', 'r1>a', 'a')).toEqual([
    'top b',
    'top a',
    'reply r1',
    'reply r2',
    'reply r3',
  ])
})

it('shows accepted comments first, with their threads', () => {
  expect(shown('c', 'r>a', 'b!', 'a!')).toEqual(['top b', 'top a', 'reply r', 'top c'])
})

it('lists an accepted reply first, and leaves a trace where it was', () => {
  expect(shown('b', 'r2>a', 'r1>a!', 'a')).toEqual(['apart r1', 'top b', 'top a', 'trace r1', 'reply r2'])
})

it('shows a reply on its own while what it answers is not here', () => {
  expect(shown('r>gone', 'a')).toEqual(['top r', 'top a'])
})

it('keeps the order of a server that knows neither threads nor answers', () => {
  const plain = listed('b', 'a').map(({ parent, accepted, ...rest }) => rest as Comment)
  expect(arrange(plain).map(({ comment }) => comment._id)).toEqual(['b', 'a'])
})
