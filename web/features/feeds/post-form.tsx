import { useEffect, useEffectEvent } from 'react'
import { useLocation } from 'react-router'
import { useAppDispatch } from '../../app/state/store.ts'
import { ASK } from '../../ui/routing/write-hash.ts'
import { TextForm } from '../posts/editor/text-form.tsx'
import { addPost } from '../posts/post-calls.ts'
import { useDraft } from '../posts/use-draft.ts'
import { useKnowsFeeds } from '../posts/use-knows-feeds.ts'

const QUESTION = 'question'
const HEADING = 'Say Something...'

export function PostForm() {
  const dispatch = useAppDispatch()
  const knowsFeeds = useKnowsFeeds()
  const [kind, setKind] = useDraft('post:kind')
  const isQuestion = knowsFeeds && kind === QUESTION

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
        dispatch(
          addPost(text, {
            isQuestion,
            onAdded() {
              onSent()
              setKind('')
            },
          }),
        )
      }
      choice={
        knowsFeeds && (
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
