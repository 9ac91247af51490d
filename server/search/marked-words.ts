// Words that no text contains: they stand for what entries and people can be filtered by. Their first character is
// for private use, so nobody can type them.
export const withSkill = (folded: string) => `\u{e101}${folded}`
export const withStatus = (folded: string) => `\u{e102}${folded}`
export const inLocation = (folded: string) => `\u{e103}${folded}`
// Short, as nearly every entry of a bucket has another author. The few others with the same end of their id are left out
// by the query.
export const byAuthor = (userId: string) => `\u{e104}${userId.slice(-6)}`
export const withTag = (tag: string) => `\u{e105}${tag}`
export const ofQuestion = (question: boolean) => `\u{e106}${question ? 1 : 0}`

export const isMarked = (word: string) => word >= '\u{e100}' && word < '\u{e200}'
