/** What an address ends with that leads to the form of a page, ready to be written in. */
export const WRITE = '#write'
