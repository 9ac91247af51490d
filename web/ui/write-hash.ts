/** The hash of links that open a page with its text form focused. */
export const WRITE = '#write'

/** The same, to ask a question. */
export const ASK = '#ask'
