import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { MAX_LENGTH } from '../../../contract/limits.ts'
import { Field } from '../../ui/forms/field.tsx'
import { IN_PLACE } from '../../ui/routing/route-change.tsx'
import { withValue } from './filters.ts'

const PAUSE = 150

type Props = { label: string; name: string; type: 'search' | 'text'; placeholder?: string }

/** The address follows when the reader pauses; the text follows the address on the way back. */
export function TextFilter({ label, name, type, placeholder }: Props) {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const given = params.get(name) ?? ''
  const [text, setText] = useState(given)
  const sent = useRef(given)

  useEffect(() => {
    if (given === sent.current) return
    sent.current = given
    setText(given)
  }, [given])

  const send = useEffectEvent(() => {
    const value = text.trim()
    if (value === sent.current) return
    // Only the first letter adds a step to the history.
    const isFirst = sent.current === ''
    sent.current = value
    const to = withValue(params, name, value)
    navigate(to, { replace: !isFirst, state: IN_PLACE })
  })

  useEffect(() => {
    if (text.trim() === sent.current) return undefined
    const pausing = setTimeout(() => send(), PAUSE)
    return () => clearTimeout(pausing)
  }, [text])

  return (
    <Field
      label={label}
      name={name}
      type={type}
      value={text}
      placeholder={placeholder}
      maxLength={MAX_LENGTH.search}
      autoComplete="off"
      onChange={({ target }) => setText(target.value)}
      onKeyDown={({ key }) => {
        if (key === 'Enter') send()
      }}
    />
  )
}
