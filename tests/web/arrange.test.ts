import { expect, it } from 'vitest'
import type { Comment } from '../../contract/posts.ts'
import { arrange } from '../../web/features/posts/comments/arrange.ts'
import { comment } from './sample-data.ts'

/** A reply is written as `reply>parent`, and an accepted comment ends with `!`. */
const listed = (...names: string[]): Comment[] =>
  names.map((name) => {
    const [id = '', parent = null] = name.replace('!', '').split('>')
    return { ...comment(id), parent, accepted: name.endsWith('!') }
  })

function arrangedNames(comments: Comment[], areAnswers = false): string[] {
  const { accepted, others } = arrange(comments, areAnswers)
  return [...accepted, ...others].map(({ comment, place }) => `${place} ${comment._id}`)
}

it('shows the newest thread first, and the oldest reply first within it', () => {
  expect(arrangedNames(listed('r3>a', 'b', 'r2>a', 'r1>a', 'a'))).toEqual([
    'top b',
    'top a',
    'reply r1',
    'reply r2',
    'reply r3',
  ])
})

it('shows accepted comments first, with their threads', () => {
  expect(arrangedNames(listed('c', 'r>a', 'b!', 'a!'))).toEqual(['top b', 'top a', 'reply r', 'top c'])
})

it('shows the oldest answer first, after the accepted one', () => {
  expect(arrangedNames(listed('c', 'r>b', 'b', 'a', 'z!'), true)).toEqual([
    'top z',
    'top a',
    'top b',
    'reply r',
    'top c',
  ])
})

it('lists an accepted reply first, and leaves a trace where it was', () => {
  expect(arrangedNames(listed('b', 'r2>a', 'r1>a!', 'a'))).toEqual([
    'apart r1',
    'top b',
    'top a',
    'trace r1',
    'reply r2',
  ])
})

it('shows a reply on its own while what it answers is not here', () => {
  expect(arrangedNames(listed('r>gone', 'a'))).toEqual(['top r', 'top a'])
})

it('keeps the order of a server that knows neither threads nor answers', () => {
  const plain = listed('b', 'a').map(({ parent, accepted, ...rest }) => rest as Comment)
  expect(arrangedNames(plain)).toEqual(['top b', 'top a'])
})
