import type { Comment, Post } from '../../../../contract/posts.ts'
import type { ServedSite } from '../../../../contract/site.ts'
import { Html, html } from './html.ts'
import { day, longList } from './layout.ts'

export function postsContent(site: ServedSite, posts: Post[], tag: string | null): Html {
  const items = posts.map(
    (post) => html`<article>${writing(site, post)}
<p><a href="/posts/${post._id}">Discussion</a> (${post.commentCount}), ${post.likeCount} likes</p></article>`,
  )
  return html`<h1>${tag === null ? 'Posts' : `#${tag}`}</h1>${longList(items) || html`<p>No posts yet</p>`}`
}

export function postContent(site: ServedSite, post: Post): Html {
  const comments = inReadingOrder(post.comments).map(
    (comment) => html`<article>${writing(site, comment)}</article>`,
  )
  return html`<h1>${post.question ? 'Question' : 'Post'} by ${post.name}</h1>
<article>${writing(site, post)}</article>
<section><h2>Comments</h2>${longList(comments) || html`<p>No comments yet</p>`}</section>`
}

function writing({ profiles }: ServedSite, { user, name, date, html: text }: Post | Comment): Html {
  const author = profiles === 'public' ? html`<a href="/profile/${user}">${name}</a>` : name
  return html`<p>${author} ${day(date)}</p>${new Html(text)}`
}

/** In the order of the page: accepted answers, then the newest thread, with the oldest reply first. */
function inReadingOrder(comments: Comment[]): Comment[] {
  const replies = Map.groupBy(comments.toReversed(), ({ parent }) => parent)
  const threads = comments.filter(({ parent }) => parent === null)
  const sorted = [
    ...threads.filter(({ accepted }) => accepted),
    ...threads.filter(({ accepted }) => !accepted),
  ]
  return sorted.flatMap((top) => [top, ...(replies.get(top._id) ?? [])])
}
