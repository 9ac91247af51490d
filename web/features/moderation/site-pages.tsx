import { useId, useRef, useState } from 'react'
import { Link } from 'react-router'
import { MAX_LENGTH } from '../../../contract/limits.ts'
import { SITE_PAGES, type SitePageName } from '../../../contract/pages/heads.ts'
import { errorsOf } from '../../app/api/results.ts'
import { useSite } from '../../app/state/use-site.ts'
import { Button } from '../../ui/button.tsx'
import { Failure, FailureLine } from '../../ui/failure.tsx'
import { CharCounter } from '../../ui/forms/char-counter.tsx'
import { useForm } from '../../ui/forms/use-form.ts'
import { focusOnItem } from '../../ui/lists/focus.ts'
import { Spinner } from '../../ui/spinner.tsx'
import { MarkdownForm, STILL_UPLOADING } from '../posts/editor/markdown-form.tsx'
import { useDraft } from '../posts/use-draft.ts'
import { useChangeSitePageMutation, useSitePageQuery } from './site-page-api.ts'

const PAGES: Record<SitePageName, { name: string; about: string }> = {
  rules: { name: 'Rules', about: 'How people treat each other here. New members agree to them.' },
  privacy: {
    name: 'Privacy policy',
    about: 'What you store about people, and why. New members agree to it.',
  },
  imprint: { name: 'Imprint', about: 'Who runs this site, and how to reach them.' },
}

export function SitePages() {
  return (
    <section>
      <h2 className="sr-only">Pages</h2>
      <ul className="max-w-160 divide-y divide-line">
        {SITE_PAGES.map((page) => (
          <Item key={page} page={page} />
        ))}
      </ul>
    </section>
  )
}

function Item({ page }: { page: SitePageName }) {
  const { name, about } = PAGES[page]
  const exists = useSite().pages.includes(page)
  const item = useRef<HTMLLIElement>(null)
  const [isEditing, setEditing] = useState(false)

  function end() {
    const moveFocus = focusOnItem(item.current)
    setEditing(false)
    moveFocus()
  }

  return (
    <li ref={item} data-item={page} tabIndex={-1} className="py-4">
      <div className="flex items-center gap-x-4">
        <div className="min-w-0 flex-1">
          <h3 className="font-semibold">
            {exists ? (
              <Link to={`/${page}`} className="hover:underline">
                {name}
              </Link>
            ) : (
              name
            )}
          </h3>
          <p className="text-sm text-muted">{about}</p>
        </div>
        {!isEditing && (
          <Button variant="secondary" size="small" onClick={() => setEditing(true)}>
            {exists ? 'Edit' : 'Write'}
            <span className="sr-only"> {name}</span>
          </Button>
        )}
      </div>
      {isEditing && (exists ? <Loaded page={page} onEnd={end} /> : <PageForm page={page} onEnd={end} />)}
    </li>
  )
}

type FormProps = { page: SitePageName; saved?: string; onEnd: () => void }

function Loaded({ page, onEnd }: FormProps) {
  const { currentData, isFetching, refetch } = useSitePageQuery({ params: { page } })
  if (isFetching) return <Spinner />
  if (!currentData) return <Failure msg="Couldn't load this page." onRetry={refetch} />
  return <PageForm page={page} saved={currentData.text} onEnd={onEnd} />
}

function PageForm({ page, saved = '', onEnd }: FormProps) {
  const id = useId()
  const { name } = PAGES[page]
  const [draft, setDraft] = useDraft(`page:${page}`)
  const [text, setText] = useState(draft || saved)
  const [isBusy, setBusy] = useState(false)
  const [changePage] = useChangeSitePageMutation()

  function change(text: string) {
    setText(text)
    setDraft(text === saved ? '' : text)
  }

  async function save(text: string) {
    if (isBusy) return [{ msg: STILL_UPLOADING }]
    const errors = await errorsOf(changePage({ params: { page }, body: { text } }))
    if (errors.length === 0) end()
    return errors
  }

  function end() {
    setDraft('')
    onEnd()
  }

  const { onSubmit, pending, errors } = useForm(() => save(text))
  return (
    <MarkdownForm
      onSubmit={onSubmit}
      className="mt-3"
      id={id}
      text={text}
      onText={change}
      autoFocus
      isPending={pending}
      onBusy={setBusy}
      top={
        <label htmlFor={id} className="sr-only">
          {name}
        </label>
      }
      beside={
        <>
          <Button variant="quiet" size="small" onClick={end}>
            Cancel
          </Button>
          {saved && (
            <Button variant="quiet-danger" size="small" onClick={() => save('')}>
              Delete page
            </Button>
          )}
        </>
      }
    >
      <FailureLine msg={errors[0]?.msg} />
      <div className="mt-2 flex items-center justify-end gap-4">
        <CharCounter text={text} max={MAX_LENGTH.sitePage} />
        <Button type="submit" size="small" pending={pending}>
          Save
        </Button>
      </div>
    </MarkdownForm>
  )
}
