import { type ChangeEvent, useEffect, useState } from 'react'
import { STATUSES } from '../../contract/limits.ts'
import { Field, Select } from '../ui/field.tsx'
import { Page } from '../ui/frame.tsx'
import { useSearchParams } from '../ui/use-search-params.ts'
import { FoundPeople } from './found-people.tsx'
import { FoundPosts } from './found-posts.tsx'

const PAUSE = 150
const tab =
  'min-h-10 border-b-2 px-1 font-medium aria-[current]:border-accent aria-[current]:text-ink border-transparent text-muted'

/** Finds posts, comments and people. Everything that it asks for is in the address, so a search can be sent to someone. */
export function SearchPage() {
  const [params, setParams] = useSearchParams()
  const isPeople = params.get('in') === 'people'
  const given = (name: string) => params.get(name) ?? ''

  const change = (changes: Record<string, string>, replace: boolean) =>
    setParams(
      (current) => {
        const next = new URLSearchParams(current)
        for (const [name, value] of Object.entries(changes)) {
          if (value) next.set(name, value)
          else next.delete(name)
        }
        return next
      },
      { replace },
    )
  const choose = ({ target }: ChangeEvent<HTMLInputElement | HTMLSelectElement>) =>
    change({ [target.name]: target.value }, false)

  return (
    <Page heading="Search" lead="Find people, posts and answers" wide>
      <search>
        <Words key={String(isPeople)} given={given('q')} onChange={(q) => change({ q }, true)} />
        <nav aria-label="What to search" className="mt-3 flex gap-5 border-b border-line">
          {(['posts', 'people'] as const).map((kind) => (
            <button
              key={kind}
              type="button"
              aria-current={(kind === 'people') === isPeople || undefined}
              className={tab}
              onClick={() => change({ in: kind === 'people' ? kind : '' }, false)}
            >
              {kind === 'people' ? 'People' : 'Posts'}
            </button>
          ))}
        </nav>
        <div className="mt-4 flex flex-wrap items-end gap-4">
          {isPeople ? (
            <>
              <Field label="Skill" name="skill" defaultValue={given('skill')} onBlur={choose} />
              <Field label="Location" name="location" defaultValue={given('location')} onBlur={choose} />
              <Select label="Status" name="status" value={given('status')} onChange={choose}>
                <option value="">Any status</option>
                {STATUSES.map((status) => (
                  <option key={status}>{status}</option>
                ))}
              </Select>
            </>
          ) : (
            <>
              <Select label="Kind" name="question" value={given('question')} onChange={choose}>
                <option value="">Posts and questions</option>
                <option value="true">Questions</option>
                <option value="false">Posts</option>
              </Select>
              <Select label="Answers" name="solved" value={given('solved')} onChange={choose}>
                <option value="">Solved or not</option>
                <option value="true">Solved</option>
                <option value="false">Not solved yet</option>
              </Select>
              <Select label="Order" name="sort" value={given('sort')} onChange={choose}>
                <option value="">Newest first</option>
                <option value="best">Best first</option>
              </Select>
            </>
          )}
        </div>
      </search>
      {isPeople ? <FoundPeople params={params} /> : <FoundPosts params={params} />}
    </Page>
  )
}

/** What to search for. The address follows once the reader pauses. */
function Words({ given, onChange }: { given: string; onChange: (text: string) => void }) {
  const [text, setText] = useState(given)
  useEffect(() => {
    const pausing = setTimeout(() => {
      if (text.trim() !== given) onChange(text.trim())
    }, PAUSE)
    return () => clearTimeout(pausing)
  }, [text, given, onChange])
  return (
    <Field
      label="Search for"
      name="q"
      type="search"
      value={text}
      maxLength={100}
      autoComplete="off"
      onChange={({ target }) => setText(target.value)}
    />
  )
}
