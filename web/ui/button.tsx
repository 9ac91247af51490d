import type { ComponentProps, MouseEvent } from 'react'
import { Link } from 'react-router'
import { SpinnerImage } from './spinner.tsx'

const variants = {
  primary: 'border-transparent bg-accent text-on-accent hover:bg-accent-strong',
  secondary: 'border-line bg-surface text-ink hover:bg-sunken',
  danger: 'border-transparent bg-danger text-on-danger hover:bg-danger-strong',
  'danger-outline': 'border-danger text-danger hover:bg-danger-soft',
  chosen: 'border-transparent text-accent hover:bg-sunken hover:text-accent-strong',
  quiet: 'border-transparent text-muted hover:bg-sunken hover:text-ink',
  'quiet-danger': 'border-transparent text-muted hover:bg-danger-soft hover:text-danger',
}

const sizes = {
  normal: 'min-h-10 px-4 py-2 pointer-coarse:min-h-11',
  small: 'min-h-9 px-3 py-1 text-sm',
  /** In the row below a post, which a taller button would make taller. */
  row: 'min-h-9 min-w-9 px-2 text-sm -outline-offset-2',
  action: 'min-h-9 min-w-9 px-2 text-sm -outline-offset-2 pointer-coarse:min-h-11 pointer-coarse:min-w-11',
}

type Style = { variant?: keyof typeof variants; size?: keyof typeof sizes }

function classes(variant: Style['variant'] = 'primary', size: Style['size'] = 'normal', more = '') {
  const shape =
    'inline-flex items-center justify-center gap-1.5 rounded-lg border font-medium whitespace-nowrap motion-safe:transition-colors motion-safe:duration-100 aria-disabled:cursor-default aria-disabled:opacity-60 print:hidden [&>svg]:shrink-0'
  return `${shape} ${variants[variant]} ${sizes[size]} ${more}`
}

type ButtonProps = Omit<ComponentProps<'button'>, 'disabled'> &
  Style & {
    pending?: boolean
    isDisabled?: boolean
  }

/** Uses `aria-disabled`, because a disabled button loses the focus. */
export function Button({
  variant,
  size,
  pending,
  isDisabled,
  className,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  const isOff = pending || isDisabled
  return (
    <button
      type="button"
      {...rest}
      onClick={isOff ? (event: MouseEvent) => event.preventDefault() : onClick}
      aria-disabled={isOff || undefined}
      aria-busy={pending || undefined}
      className={classes(variant, size, className)}
    >
      {pending && <SpinnerImage className="-my-0.5 size-5 rounded-full bg-surface p-0.5" alt="" />}
      {children}
    </button>
  )
}

export function ButtonAnchor({ variant, size, className, ...rest }: ComponentProps<'a'> & Style) {
  return <a {...rest} className={classes(variant, size, className)} />
}

export function ButtonLink({ variant, size, className, ...rest }: ComponentProps<typeof Link> & Style) {
  return <Link {...rest} className={classes(variant, size, className)} />
}
