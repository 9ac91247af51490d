import type { ButtonHTMLAttributes, ComponentProps } from 'react'
import { Link } from 'react-router'
import { SpinnerImage } from './spinner.tsx'

const looks = {
  primary: 'border-transparent bg-accent text-on-accent hover:bg-accent-strong',
  secondary: 'border-line bg-surface text-ink hover:bg-sunken',
  chosen: 'border-accent bg-accent-soft text-accent-strong hover:border-accent-strong',
  danger: 'border-transparent bg-danger text-on-danger hover:bg-danger-strong',
  quiet: 'border-transparent text-muted hover:bg-sunken hover:text-ink',
  'quiet-danger': 'border-transparent text-danger hover:bg-danger-soft',
}

const sizes = { normal: 'px-4 py-2', small: 'min-h-8 px-2.5 py-1 text-sm' }

type Look = { look?: keyof typeof looks; size?: keyof typeof sizes }

function classes(look: Look['look'] = 'primary', size: Look['size'] = 'normal', more = '') {
  const shape =
    'inline-flex items-center justify-center gap-2 rounded-lg border font-medium whitespace-nowrap motion-safe:transition-colors disabled:cursor-default disabled:opacity-65 print:hidden [&>svg]:shrink-0'
  return `${shape} ${looks[look]} ${sizes[size]} ${more}`
}

type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & Look & { pending?: boolean }

/** While pending it shows so, and cannot be pressed again. */
export function Button({ look, size, pending, className, children, disabled, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      disabled={disabled || pending}
      aria-busy={pending || undefined}
      className={classes(look, size, className)}
    >
      {pending && <SpinnerImage className="-my-0.5 size-5 rounded-full bg-surface p-0.5" alt="" />}
      {children}
    </button>
  )
}

export function ButtonLink({ look, size, className, ...rest }: ComponentProps<typeof Link> & Look) {
  return <Link {...rest} className={classes(look, size, className)} />
}
