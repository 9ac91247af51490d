import type { Comment } from '../../../../contract/posts.ts'

export type Arranged = {
  comment: Comment
  /** `reply` is below its parent. An accepted reply is `apart`, at the top, and leaves a `trace` in its thread. */
  place: 'top' | 'reply' | 'apart' | 'trace'
  parent?: Comment
}

type Arrangement = { accepted: Arranged[]; others: Arranged[] }

export function arrange(newestFirst: Comment[], areAnswers: boolean): Arrangement {
  const byId = new Map(newestFirst.map((comment) => [comment._id, comment]))
  const parentOf = ({ parent }: Partial<Comment>) => (parent ? byId.get(parent) : undefined)
  const replies = Map.groupBy(newestFirst, parentOf)

  const thread = (comment: Comment): Arranged[] => {
    const below = (replies.get(comment) ?? []).toReversed()
    return [
      { comment, place: 'top' },
      ...below.map((reply): Arranged => {
        return { comment: reply, place: reply.accepted ? 'trace' : 'reply', parent: comment }
      }),
    ]
  }

  const accepted = newestFirst.filter((comment) => comment.accepted)
  const others = newestFirst.filter((comment) => !comment.accepted && !parentOf(comment))
  return {
    accepted: accepted.flatMap((comment): Arranged[] => {
      const parent = parentOf(comment)
      return parent ? [{ comment, place: 'apart', parent }] : thread(comment)
    }),
    others: (areAnswers ? others.toReversed() : others).flatMap(thread),
  }
}
