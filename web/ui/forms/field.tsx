import { ChevronDown } from 'lucide-react'
import {
  type ComponentProps,
  type ReactNode,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
  useId,
  useState,
} from 'react'
import { messageId } from '../../app/state/alert-slice.ts'
import { CharCounter } from './char-counter.tsx'
import type { ShownError } from './use-form.ts'

type Common = {
  label: string
  name: string
  showRequired?: boolean
  hint?: ReactNode
  error?: ShownError
}

type Describe = { id: string; 'aria-describedby'?: string; 'aria-invalid'?: true; 'aria-required'?: true }

function Labelled({
  label,
  showRequired,
  hint,
  error,
  children,
}: Omit<Common, 'name'> & { children: (props: Describe) => ReactNode }) {
  const id = useId()
  const errorId = error?.alertId ? messageId(error.alertId) : `${id}-error`
  const describedBy = [hint && `${id}-hint`, error && errorId].filter(Boolean).join(' ')
  return (
    <div>
      <label htmlFor={id} className="mb-1 block font-medium">
        {label}
        {showRequired && <span className="text-danger"> *</span>}
      </label>
      {children({
        id,
        'aria-describedby': describedBy || undefined,
        'aria-invalid': error ? true : undefined,
        'aria-required': showRequired || undefined,
      })}
      {error && !error.alertId && (
        <p id={errorId} className="mt-1 text-sm font-medium text-danger">
          {error.msg}
        </p>
      )}
      {hint && (
        <p id={`${id}-hint`} className="mt-1 text-sm text-muted">
          {hint}
        </p>
      )}
    </div>
  )
}

type InputProps = Common & ComponentProps<'input'>

export function Field({ label, showRequired, hint, error, className = '', ...input }: InputProps) {
  return (
    <Labelled {...{ label, showRequired, hint, error }}>
      {(described) => (
        <input type="text" dir="auto" {...input} {...described} className={`input ${className}`} />
      )}
    </Labelled>
  )
}

type AreaProps = Common & { max: number } & TextareaHTMLAttributes<HTMLTextAreaElement>

/** Text that is too long is rejected, not truncated. */
export function TextArea({ label, showRequired, hint, error, max, ...area }: AreaProps) {
  const [text, setText] = useState(String(area.defaultValue ?? ''))
  return (
    <Labelled {...{ label, showRequired, hint, error }}>
      {(described) => (
        <>
          <textarea
            rows={5}
            dir="auto"
            {...area}
            {...described}
            onChange={(event) => setText(event.target.value)}
            className="input block"
          />
          <CharCounter text={text} max={max} />
        </>
      )}
    </Labelled>
  )
}

type SelectProps = Common & SelectHTMLAttributes<HTMLSelectElement>

export function Select({ label, showRequired, hint, error, ...select }: SelectProps) {
  return (
    <Labelled {...{ label, showRequired, hint, error }}>
      {(described) => <SelectBox {...select} {...described} />}
    </Labelled>
  )
}

export function SelectBox({ className = '', ...select }: SelectHTMLAttributes<HTMLSelectElement>) {
  return (
    <span className="relative block">
      <select {...select} className={`input appearance-none pr-9 ${className}`} />
      <ChevronDown
        size={17}
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 right-3 -translate-y-1/2 text-muted"
      />
    </span>
  )
}

export function Checkbox({ label, ...input }: { label: string } & ComponentProps<'input'>) {
  return (
    <label className="inline-flex min-h-6 items-center gap-2 font-medium pointer-coarse:min-h-11">
      <input {...input} type="checkbox" className="size-4 accent-accent" />
      {label}
    </label>
  )
}
