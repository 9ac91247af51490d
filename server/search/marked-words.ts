// Words that no text contains: they stand for what entries and people can be filtered by. Their first character is
// for private use, so nobody can type them.
export const withSkill = (folded: string) => `\u{e101}${folded}`
export const withStatus = (folded: string) => `\u{e102}${folded}`
export const inLocation = (folded: string) => `\u{e103}${folded}`
// Never looked for by its beginning; see full-text-sqlite.ts.
export const byAuthor = (userId: string) => `\u{e181}${userId}`
export const withTag = (tag: string) => `\u{e105}${tag}`
export const ofQuestion = (question: boolean) => `\u{e106}${question ? 1 : 0}`
