/** The message is enough for the operator, so no stack is printed. */
export class StartError extends Error {}
