import { ShortValues } from '../answers/short-values.ts'
import type { Context } from '../context.ts'
import { FIRST_ID } from '../ids.ts'
import { newestOfEach } from './following-queries.ts'

// About 4 MB.
const MAX_AUTHORS = 20_000

/** The followed people who fill the page: since `oldest` they have written enough for it, and the others nothing. */
type Likely = {
  people: string[]
  oldest: string
  /** Whether nobody has written or deleted anything since that was found out. */
  isStillTrue(): Promise<boolean>
}

/**
 * Finds whose posts may be on a page of n. Of everyone who has written nothing since the cursor, these are the n who
 * wrote last. The newest post of each person is cached, so most of a thousand need not be looked up.
 */
export function likelyAuthorsFinder({ db, answers }: Context) {
  const newest = new ShortValues(answers, 'posts-of:', MAX_AUTHORS)

  const readNewest = async (people: string[]) => {
    const { rows } = await newestOfEach(db.kysely, people)
    return new Map(rows.map(({ source, newest }) => [source, newest ?? FIRST_ID]))
  }

  /** Undefined if all of them are likely. */
  return async (people: string[], before: string, limit: number): Promise<Likely | undefined> => {
    if (people.length <= limit) return undefined
    const since = answers.version
    const known = await newest.load(people, readNewest)
    const sinceCursor: string[] = []
    const earlier: { person: string; newest: string }[] = []
    for (const [index, person] of people.entries()) {
      const newestPost = known[index] ?? FIRST_ID
      if (newestPost >= before) sinceCursor.push(person)
      else if (newestPost > FIRST_ID) earlier.push({ person, newest: newestPost })
    }
    // A list of nearly all would take longer than looking at all.
    if (earlier.length <= limit || 2 * (sinceCursor.length + limit) > people.length) return undefined
    const last = earlier.sort((one, other) => (one.newest < other.newest ? 1 : -1)).slice(0, limit)
    return {
      people: [...sinceCursor, ...last.map(({ person }) => person)],
      oldest: last.at(-1)?.newest ?? FIRST_ID,
      async isStillTrue() {
        // Unlike `check`, this asks again in the tick in which the request arrived.
        await answers.watch.checkAfterWrite()
        return answers.version === since || newest.have(people, known)
      },
    }
  }
}
