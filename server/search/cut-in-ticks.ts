import { untilTickHasTime } from '../ticks.ts'
import { cutText, type Word } from './words.ts'

// Cutting a long text of pairs takes tens of milliseconds, so other requests run in between.

// Cutting so many words takes less than a millisecond.
const WORDS_AT_ONCE = 200

/** Whether one of the words of a text passes a test; those after it are not cut. */
export async function hasWord(text: string, test: (word: Word) => boolean): Promise<boolean> {
  let count = 0
  for (const word of cutText(text)) {
    if (test(word)) return true
    if (++count % WORDS_AT_ONCE === 0) await untilTickHasTime()
  }
  return false
}

/** All different words of a text. */
export async function wordsOf(text: string): Promise<Set<string>> {
  const words = new Set<string>()
  await hasWord(text, ({ word }) => {
    words.add(word)
    return false
  })
  return words
}
