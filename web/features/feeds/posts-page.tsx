import { useEffect, useEffectEvent, useState } from 'react'
import { useLocation } from 'react-router'
import type { Post } from '../../../contract/posts.ts'
import { errorsOf } from '../../app/api/results.ts'
import { feedAt } from '../../app/state/post-slice.ts'
import { useAppSelector } from '../../app/state/store.ts'
import { useIsExtended } from '../../app/state/use-site.ts'
import { Frame, useHasColumns } from '../../ui/layout/frame.tsx'
import { PageHeading } from '../../ui/layout/page.tsx'
import { ErrorBoundary } from '../../ui/routing/error-boundary.tsx'
import { ASK } from '../../ui/routing/use-go.ts'
import { useWithoutHidden } from '../accounts/blocks/use-hidden-people.ts'
import { ConfirmFirst } from '../accounts/confirm-line.tsx'
import { TextForm } from '../posts/editor/text-form.tsx'
import { ALL, addressOfFeed, FEED_TITLES, type Feed as FeedOf, isOwn, readFeed } from '../posts/feeds.ts'
import { useAddPostMutation } from '../posts/post-api.ts'
import { QuestionLinks } from '../posts/questions.tsx'
import { useDraft } from '../posts/use-draft.ts'
import { PopularTags } from '../tags/tag-lists.tsx'
import { EmptyFeed } from './empty-feed.tsx'
import { Feed } from './feed.tsx'
import { FeedNav } from './feed-nav.tsx'
import { useQuestionsQuery } from './question-api.ts'
import { SignInInvitation } from './sign-in-invitation.tsx'
import { TagPage } from './tag-page.tsx'

export function PostsPage() {
  const { search } = useLocation()
  const isMember = useAppSelector((state) => state.auth.isAuthenticated === true)
  const isExtended = useIsExtended()
  const asked = readFeed(search)
  const feed = isExtended && (isMember || !isOwn(asked.name)) ? asked : ALL
  if (feed.tag !== undefined) return <TagPage key={feed.tag} feed={feed} tag={feed.tag} />
  return <AllPosts feed={feed} isMember={isMember} />
}

function AllPosts({ feed, isMember }: { feed: FeedOf; isMember: boolean }) {
  const isKnown = useAppSelector((state) => feedAt(state.post, state.post.feed).ids.length > 0)
  const hasColumns = useHasColumns()
  return (
    <Frame
      nav={<FeedNav variant="column" />}
      aside={
        isKnown &&
        hasColumns && (
          <ErrorBoundary fallback={null}>
            <Aside hasQuestions={feed.name !== 'unanswered'} />
          </ErrorBoundary>
        )
      }
    >
      <div className="mb-3 flex flex-wrap items-baseline gap-x-3">
        <PageHeading
          head={{ title: feed.name === 'all' ? undefined : FEED_TITLES[feed.name] }}
          className="text-xl font-semibold"
        >
          Posts
        </PageHeading>
        <p className="text-muted">Welcome to the community</p>
      </div>
      <ConfirmFirst className="mb-4" />
      {isMember ? <PostForm /> : <SignInInvitation>Sign in to ask, answer and like.</SignInInvitation>}
      <div className="mt-3 border-t border-line">
        <FeedNav variant="tabs" />
        <Feed key={addressOfFeed(feed)} feed={feed} empty={<EmptyFeed feed={feed} isMember={isMember} />} />
      </div>
    </Frame>
  )
}

function Aside({ hasQuestions }: { hasQuestions: boolean }) {
  const [isFirstKnown, setFirstKnown] = useState(!hasQuestions)
  return (
    <div className="grid gap-8">
      {hasQuestions && <UnsolvedQuestions onEnd={() => setFirstKnown(true)} />}
      {isFirstKnown && <PopularTags />}
    </div>
  )
}

const QUESTION = 'question'
const HEADING = 'Say Something...'

function PostForm() {
  const [addPost] = useAddPostMutation()
  const isExtended = useIsExtended()
  const [kind, setKind] = useDraft('post:kind')
  const isQuestion = isExtended && kind === QUESTION

  const { hash, key } = useLocation()
  const askIfWanted = useEffectEvent(() => hash === ASK && setKind(QUESTION))
  // biome-ignore lint/correctness/useExhaustiveDependencies: also when a link leads here once more
  useEffect(() => void askIfWanted(), [key])

  return (
    <TextForm
      heading={HEADING}
      placeholder={
        isQuestion ? 'What do you want to know? What have you tried? #tags help others find it' : HEADING
      }
      draft="post"
      send={(text, onSent) =>
        errorsOf(
          addPost({
            // Servers may not have questions, so only a question sends the field.
            body: { text, question: isQuestion || undefined },
            onSent() {
              onSent()
              setKind('')
            },
          }),
        )
      }
      choice={
        isExtended && (
          <fieldset className="inline-flex rounded-lg border border-line p-0.5">
            <legend className="sr-only">Post type</legend>
            <Choice text="Post" isChosen={!isQuestion} onChoose={() => setKind('')} />
            <Choice text="Question" isChosen={isQuestion} onChoose={() => setKind(QUESTION)} />
          </fieldset>
        )
      }
    />
  )
}

function Choice({ text, isChosen, onChoose }: { text: string; isChosen: boolean; onChoose: () => void }) {
  return (
    <label className="choice">
      <input type="radio" name="kind" checked={isChosen} onChange={onChoose} className="sr-only" />
      {text}
    </label>
  )
}

const NONE: Post[] = []

function UnsolvedQuestions({ onEnd }: { onEnd: () => void }) {
  const isExtended = useIsExtended()
  const { data, isFetching } = useQuestionsQuery({ query: { feed: 'unanswered' } }, { skip: !isExtended })
  const end = useEffectEvent(onEnd)
  useEffect(() => {
    if (!isFetching) end()
  }, [isFetching])
  const questions = useWithoutHidden(data?.items ?? NONE)
  if (questions.length === 0) return null
  return (
    <section>
      <h2 className="caption mb-2">Unsolved questions</h2>
      <QuestionLinks questions={questions} />
    </section>
  )
}
