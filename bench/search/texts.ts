// Word frequencies follow Zipf's law; some words appear only in certain posts.

const WORDS = 60_000
const SYLLABLES = [
  ...['pro', 'con', 're', 'in', 'de', 'com', 'ex', 'sta', 'ter', 'lo', 'mi', 'sel', 'for', 'ma', 'ca', 'per'],
  ...[
    'ti',
    'on',
    'er',
    'al',
    'ing',
    'est',
    'ra',
    'ble',
    'ven',
    'dor',
    'nik',
    'tu',
    'sho',
    'we',
    'gra',
    'pli',
  ],
]

function wordOf(rank: number): string {
  const syllables: string[] = []
  for (
    let remainder = rank + SYLLABLES.length;
    remainder > 0;
    remainder = Math.floor(remainder / SYLLABLES.length)
  ) {
    syllables.push(SYLLABLES[(remainder * 7) % SYLLABLES.length] ?? '')
  }
  return syllables.join('')
}

const VOCABULARY = Array.from({ length: WORDS }, (_, rank) => wordOf(rank))

const SPREAD: Record<string, (n: number, posts: number) => boolean> = {
  everywhere: () => true,
  formerly: (n, posts) => n < 0.9 * posts,
  ancient: (n, posts) => n < posts / 1_000,
  seldom: (n) => n % 10_000 === 77,
  leftmost: (n) => n % 200 === 0,
  rightmost: (n) => n % 200 === 100,
  evenly: (n) => n % 3 === 0,
  oddly: (n) => n % 3 === 1,
}

/** 320 characters on average. */
export function textOfPost(n: number, posts: number): string {
  const random = randomNumbers(n + 1)
  const words = Array.from({ length: 15 + Math.floor(random() * 50) }, () => {
    // A rank that is uniform in its logarithm follows Zipf's law.
    const word = VOCABULARY[Math.floor(WORDS ** random()) - 1] ?? ''
    return random() < 0.1 ? `${word},` : word
  })
  const specialWords = Object.entries(SPREAD).flatMap(([word, isIn]) => (isIn(n, posts) ? word : []))
  const uniqueWords = n % 8 === 0 ? [n.toString(36)] : []
  return [...specialWords, ...words, ...uniqueWords].join(' ')
}

function randomNumbers(seed: number): () => number {
  let state = (seed * 2_654_435_761) % 2 ** 31
  const next = () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return state / 2 ** 31
  }
  // Neighboring seeds start with similar numbers.
  for (let skipped = 0; skipped < 3; skipped++) next()
  return next
}
