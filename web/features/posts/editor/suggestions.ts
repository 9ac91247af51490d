import type { Post } from '../../../../contract/posts.ts'
import { listedPosts, openedPost } from '../../../app/state/post-slice.ts'
import { loadedProfiles } from '../../../app/state/profile-slice.ts'
import type { State } from '../../../app/state/store.ts'
import type { PostOrComment } from '../post-or-comment.ts'
import { isInCode } from './text-edit.ts'

export type CompletionQuery = { kind: 'person' | 'tag'; typed: string; start: number; end: number }

const LONGEST = 50
const TYPED = /(?:^|[\s([{>"'*_~/,;:])([@#])([\p{L}\p{N}_.+-]*)$/u

export function completionQueryAt(text: string, caret: number): CompletionQuery | undefined {
  const before = text.slice(Math.max(text.lastIndexOf('\n', caret - 1) + 1, caret - LONGEST), caret)
  const [, sign, typed = ''] = TYPED.exec(before) ?? []
  if (!sign) return undefined
  // A # alone is more likely to start a heading.
  if (sign === '#' && typed === '') return undefined
  if (isInCode(text, caret)) return undefined
  return { kind: sign === '@' ? 'person' : 'tag', typed, start: caret - typed.length - 1, end: caret }
}

export type KnownPerson = { _id: string; name: string; handle: string; avatar: string }

const MOST_SUGGESTIONS = 6

export function knownPeople({ auth, post, profile }: State): KnownPerson[] {
  const people = new Map<string, KnownPerson>()
  const add = (person: Partial<KnownPerson>) => {
    const { _id = '', name = '', handle, avatar = '' } = person
    if (handle && _id !== auth.user?._id && !people.has(_id)) people.set(_id, { _id, name, handle, avatar })
  }
  const addAuthor = ({ user, name, handle, avatar }: PostOrComment) =>
    add({ _id: user, name, handle, avatar })
  for (const loaded of loadedPosts(post)) {
    addAuthor(loaded)
    for (const comment of loaded.comments) addAuthor(comment)
  }
  for (const { user } of loadedProfiles(profile)) add(user)
  return [...people.values()]
}

function loadedPosts(post: State['post']): Post[] {
  const opened = openedPost(post)
  return opened ? [opened, ...listedPosts(post)] : listedPosts(post)
}

export function suggestPeople(people: KnownPerson[], typed: string): KnownPerson[] {
  const start = typed.toLowerCase()
  const byHandle = people.filter(({ handle }) => handle.startsWith(start))
  const byName = people.filter(
    ({ handle, name }) =>
      !handle.startsWith(start) &&
      name
        .toLowerCase()
        .split(/\s+/)
        .some((word) => word.startsWith(start)),
  )
  return [...byHandle, ...byName].slice(0, MOST_SUGGESTIONS)
}

const TAG = /^[\p{L}\p{N}.+-]*\p{L}[\p{L}\p{N}.+-]*$/u

export function suggestTags({ post, profile }: State, typed: string): string[] {
  const start = typed.toLowerCase()
  const counts = new Map<string, number>()
  const add = (tag: string) => counts.set(tag, (counts.get(tag) ?? 0) + 1)
  for (const { tags } of loadedPosts(post)) (tags ?? []).forEach(add)
  for (const { skills } of loadedProfiles(profile)) {
    const tags = skills.map((skill) => skill.toLowerCase().replace(/\s+/g, '-'))
    tags.filter((tag) => TAG.test(tag)).forEach(add)
  }
  return [...counts]
    .filter(([tag]) => tag.startsWith(start) && tag !== start)
    .sort((one, other) => other[1] - one[1])
    .map(([tag]) => tag)
    .slice(0, MOST_SUGGESTIONS)
}
