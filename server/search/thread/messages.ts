import type { Searches } from '../searches.ts'

export type SearchMessage = { id: number; method: keyof Searches; parameters: unknown[] }

/** Errors lose their own properties between threads, and `errcode` tells whether the database can be used again later. */
export type SearchReply =
  | { id: number; result: unknown }
  | { id: number; error: unknown; errcode: number | undefined }
