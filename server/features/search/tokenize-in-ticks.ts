import { untilTickHasTime } from '../../ticks.ts'
import { type Token, tokenize } from './tokenizer.ts'

// Tokenizing a long text of pairs takes tens of milliseconds, so other requests run in between.

// Finding this many words takes less than a millisecond.
const WORDS_AT_ONCE = 200

/** Whether one of the words of a text passes a test; the text after it is not tokenized. */
export async function hasWord(text: string, test: (token: Token) => boolean): Promise<boolean> {
  let count = 0
  for (const token of tokenize(text)) {
    if (test(token)) return true
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
