import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import { type State, useAppStore } from '../../../app/state/store.ts'
import { byPerson, peopleApi } from '../../accounts/people/people-api.ts'
import { applyEdit } from './apply-edit.ts'
import {
  type CompletionQuery,
  completionQueryAt,
  type KnownPerson,
  knownPeople,
  suggestPeople,
  suggestTags,
} from './suggestions.ts'
import { useListener } from './use-listener.ts'

type Suggestion = { key: string; insert: string; person?: KnownPerson }
export type Completion = {
  query: CompletionQuery
  suggestions: Suggestion[]
  active: number
  place: { left: number; bottom: number }
}

const LOOKUP_PAUSE = 400
const HANDLE = /^[a-z][a-z\d_-]{2,29}$/i

function queryIn({ value, selectionStart, selectionEnd }: HTMLTextAreaElement): CompletionQuery | undefined {
  return selectionStart === selectionEnd ? completionQueryAt(value, selectionStart) : undefined
}

const lookedUp = (state: State, handle: string): KnownPerson | undefined =>
  peopleApi.endpoints.person.select(byPerson(handle))(state).data

export function useCompletion(area: RefObject<HTMLTextAreaElement | null>, text: string) {
  const { dispatch, getState } = useAppStore()
  const [open, setOpen] = useState<Completion>()
  const [missed, setMissed] = useState('')
  /** Where Escape closed the list, it stays closed. */
  const [closedAt, setClosedAt] = useState(-1)

  function suggest({ kind, typed }: CompletionQuery): Suggestion[] {
    if (kind === 'tag') return suggestTags(getState(), typed).map((tag) => ({ key: tag, insert: `#${tag} ` }))
    const met = suggestPeople(knownPeople(getState()), typed)
    const found = lookedUp(getState(), typed.toLowerCase())
    const people = met.length === 0 && found?.handle ? [found] : met
    return people.map((person) => ({ key: person._id, insert: `@${person.handle} `, person }))
  }

  function update() {
    const { current: textarea } = area
    if (!textarea || document.activeElement !== textarea) return close()
    const query = queryIn(textarea)
    if (!query || query.start === closedAt) {
      if (!query) setClosedAt(-1)
      return close()
    }
    const suggestions = suggest(query)
    setMissed(suggestions.length === 0 && query.kind === 'person' ? query.typed.toLowerCase() : '')
    if (suggestions.length === 0) return setOpen(undefined)
    const place = caretPlace(textarea, query.start)
    setOpen((last) => {
      const active = last?.query.start === query.start ? Math.min(last.active, suggestions.length - 1) : 0
      return { query, suggestions, active, place }
    })
  }

  function close() {
    setOpen(undefined)
    setMissed('')
  }

  const updateAgain = useEffectEvent(update)

  useEffect(() => {
    document.addEventListener('selectionchange', updateAgain)
    return () => document.removeEventListener('selectionchange', updateAgain)
  }, [])
  // An input listener would run before React's, and a render in between would revert what was typed.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text has other suggestions
  useEffect(() => updateAgain(), [text])
  useListener(area, 'blur', close)

  useEffect(() => {
    if (!HANDLE.test(missed)) return undefined
    const timer = setTimeout(async () => {
      await dispatch(peopleApi.endpoints.person.initiate(byPerson(missed), { subscribe: false }))
      updateAgain()
    }, LOOKUP_PAUSE)
    return () => clearTimeout(timer)
  }, [missed, dispatch])

  /** Returns whether the suggestion still fits the text: a letter may have been typed since it was rendered. */
  function choose(index: number): boolean {
    const { current: textarea } = area
    const query = textarea && queryIn(textarea)
    const shown = open?.suggestions[index]
    const suggestion = query && suggest(query).find(({ key }) => key === shown?.key)
    close()
    if (!suggestion) return false
    const { start, end } = query
    const caret = start + suggestion.insert.length
    applyEdit(textarea, { start, end, insert: suggestion.insert, select: [caret, caret] })
    return true
  }

  function onKey(event: KeyboardEvent): boolean {
    if (!open) return false
    const { length } = open.suggestions
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return false
    if (step !== 0) setOpen({ ...open, active: (open.active + step + length) % length })
    else if (event.key === 'Escape') {
      setClosedAt(open.query.start)
      close()
    } else if ((event.key !== 'Enter' && event.key !== 'Tab') || !choose(open.active)) return false
    event.preventDefault()
    event.stopPropagation()
    return true
  }

  return { open, onKey, choose }
}

const COPIED = [
  'boxSizing',
  'width',
  'paddingTop',
  'paddingRight',
  'paddingBottom',
  'paddingLeft',
  'borderTopWidth',
  'borderLeftWidth',
  'borderRightWidth',
  'borderStyle',
  'fontFamily',
  'fontSize',
  'fontWeight',
  'letterSpacing',
  'wordSpacing',
  'lineHeight',
  'tabSize',
  'direction',
] as const

/** Only a copy of the text can be measured. */
function caretPlace(area: HTMLTextAreaElement, at: number): { left: number; bottom: number } {
  const copy = document.createElement('div')
  const style = getComputedStyle(area)
  for (const property of COPIED) copy.style[property] = style[property]
  Object.assign(copy.style, { position: 'fixed', visibility: 'hidden', top: '0', left: '0' })
  Object.assign(copy.style, { whiteSpace: 'pre-wrap', overflowWrap: 'break-word' })
  const mark = document.createElement('span')
  mark.textContent = area.value.slice(at, at + 1) || '.'
  copy.append(area.value.slice(0, at), mark)
  document.body.append(copy)
  const { offsetLeft, offsetTop, offsetHeight } = mark
  copy.remove()
  return { left: offsetLeft - area.scrollLeft, bottom: offsetTop + offsetHeight - area.scrollTop }
}
