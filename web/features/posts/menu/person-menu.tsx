import { type ReactNode, useRef, useState } from 'react'
import { hasRole } from '../../../../contract/access.ts'
import { errorsOf } from '../../../app/api/results.ts'
import { isExtended } from '../../../app/state/site-slice.ts'
import { useAppDispatch, useAppSelector, useAppStore } from '../../../app/state/store.ts'
import { focusAfterRemoval, focusOnItem } from '../../../ui/lists/focus.ts'
import { Menu, type MenuItem } from '../../../ui/menu.tsx'
import { hidePerson } from '../../accounts/blocks/block-api.ts'
import { useRemoveAsModeratorMutation, useReportMutation } from '../post-api.ts'
import { ReasonForm } from './reason-form.tsx'

type Props = {
  noun: 'post' | 'comment' | 'person'
  person: { _id: string; name: string }
  target: { post: string; comment?: string } | { user: string }
  onRemoved?: () => void
}

export function usePersonMenu({ noun, person, target, onRemoved }: Props): {
  menu: ReactNode
  reasonForm: ReactNode
} {
  const dispatch = useAppDispatch()
  const store = useAppStore()
  const [report] = useReportMutation()
  const [remove] = useRemoveAsModeratorMutation()
  // Not the user object: each change of it would render every post of a long feed again.
  const isOffered = useAppSelector(
    (state) => isExtended(state) && state.auth.user !== null && state.auth.user._id !== person._id,
  )
  const place = useRef<HTMLSpanElement>(null)
  const [asked, setAsked] = useState<'report' | 'removal'>()
  if (!isOffered) return { menu: null, reasonForm: null }

  async function hide(kind: 'muted' | 'blocked') {
    const moveFocus = focusAfterRemoval(place.current)
    const errors = await dispatch(hidePerson(kind, person))
    if (errors.length === 0) moveFocus()
  }

  function endForm() {
    const moveFocus = focusOnItem(place.current)
    setAsked(undefined)
    moveFocus()
  }

  async function sendReport(reason: string) {
    const errors = await errorsOf(report({ body: { ...target, reason } }))
    if (errors.length === 0) endForm()
    return errors
  }

  async function sendRemoval(reason: string) {
    if (!('post' in target)) return []
    const moveFocus = focusAfterRemoval(place.current)
    const errors = await errorsOf(remove({ body: { ...target, reason } }))
    if (errors.length > 0) return errors
    moveFocus()
    onRemoved?.()
    return errors
  }

  function items(): MenuItem[] {
    const { muted = [], blocked = [], role = 'member' } = store.getState().auth.user ?? {}
    return [
      { text: `Report ${noun}…`, onChoose: () => setAsked('report') },
      ...(muted.includes(person._id) ? [] : [{ text: `Mute ${person.name}`, onChoose: () => hide('muted') }]),
      ...(blocked.includes(person._id)
        ? []
        : [{ text: `Block ${person.name}`, onChoose: () => hide('blocked') }]),
      ...('post' in target && hasRole(role, 'moderator')
        ? [{ text: `Remove ${noun}…`, isDanger: true, onChoose: () => setAsked('removal') }]
        : []),
    ]
  }

  const menu = (
    <span ref={place}>
      <Menu label={`More actions for this ${noun}`} items={items} />
    </span>
  )
  const reasonForm = asked && (
    <ReasonForm
      key={asked}
      {...(asked === 'report'
        ? {
            label: "What's wrong?",
            hint: 'Moderators will see your name and this report.',
            action: 'Send report',
          }
        : {
            label: 'Reason',
            hint: 'The author will see this reason.',
            action: 'Remove',
            isDanger: true,
          })}
      send={asked === 'report' ? sendReport : sendRemoval}
      onEnd={endForm}
    />
  )
  return { menu, reasonForm }
}
