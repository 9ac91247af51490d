import type { Term } from '../database/full-text.ts'
import { byAuthor, ofQuestion, withTag } from './marked-words.ts'

/** By what posts and comments are filtered; the author is a valid id. */
export type EntryQuery = {
  tag: string | null
  author: string | null
  question: boolean | null
  solved: boolean | null
}

/** The filters that are words of the index. */
export function termsOfEntries({ author, tag, question, solved }: EntryQuery): Term[] {
  const words = [
    ...(author === null ? [] : [byAuthor(author)]),
    ...(tag === null ? [] : [withTag(tag)]),
    ...(question === null ? [] : [ofQuestion(question)]),
    // Only questions are solved or not.
    ...(solved === null ? [] : [ofQuestion(true)]),
  ]
  return words.map((word) => ({ word, isPrefix: false }))
}
