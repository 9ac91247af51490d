/** Links with this hash open a page with its text form focused. */
export const WRITE = '#write'

export const ASK = '#ask'
