import { sql } from 'kysely'
import { LIKES_SHOWN } from '../../contract/limits.ts'
import type { Like } from '../../contract/posts.ts'
import type { Database } from '../database/database.ts'
import { isShown } from '../database/hidden.ts'
import { prepare } from '../database/prepared.ts'
import { topicOf, type Writer, write } from '../database/write.ts'
import { eventTopic } from '../events/topics.ts'
import { newId } from '../ids.ts'
import { actOf, takeBackSteps } from '../notifications/take-back.ts'
import { type Told, writeAndTell } from '../notifications/tell.ts'
import { countOnPost } from './count-on-post.ts'
import { newestLikers } from './shown.ts'

export function presentLikes(likers: string | null): Like[] {
  return likers ? likers.split(',').map((user) => ({ user })) : []
}

const likersOfPost = prepare((db, postId: string) =>
  db
    .selectFrom('posts')
    .select(newestLikers(LIKES_SHOWN, sql`${postId}`).as('likers'))
    .where('id', '=', postId)
    .where(isShown('posts')),
)

const insertLike = writeAndTell(
  (db: Writer, postId: string, userId: string, id: string) =>
    db
      .insertInto('likes')
      .values({ post_id: postId, user_id: userId, id })
      .onConflict((conflict) => conflict.columns(['post_id', 'user_id']).doNothing())
      .returning('post_id'),
  {
    counts: [countOnPost('like_count', 1)],
    topics: (postId) => [topicOf('post', postId), eventTopic('like', postId)],
  },
)

const deleteLike = write(
  (db: Writer, postId: string, userId: string, _author: string) =>
    db.deleteFrom('likes').where('post_id', '=', postId).where('user_id', '=', userId).returning('post_id'),
  {
    counts: [countOnPost('like_count', -1)],
    steps: takeBackSteps(
      (_postId: string, _userId: string, author: string) => author,
      (postId, userId) => actOf('like', userId, postId),
    ),
    leavesHome: true,
    topics: (postId, _userId, author) => [
      topicOf('post', postId),
      eventTopic('like', postId),
      topicOf('notifications', author),
    ],
  },
)

/** Idempotent: the primary key prevents a second like, even a concurrent one. Undefined if the post is not shown. */
export async function likePost(
  db: Database,
  userId: string,
  postId: string,
  told: Told[],
): Promise<Like[] | undefined> {
  const likers = likersOfPost.bind(db.kysely, postId)
  const { answer } = await insertLike(db, [postId, userId, newId()], told, likers)
  const [post] = answer
  return post && presentLikes(post.likers)
}

/** Undefined if there is no such post. */
export async function unlikePost(
  db: Database,
  userId: string,
  postId: string,
  author: string,
): Promise<Like[] | undefined> {
  const { answer } = await deleteLike(db, [postId, userId, author], likersOfPost.bind(db.kysely, postId))
  const [post] = answer
  return post && presentLikes(post.likers)
}
