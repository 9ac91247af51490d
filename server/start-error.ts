/** What keeps the server from starting and a sentence explains: no stack is printed for it. */
export class StartError extends Error {}
