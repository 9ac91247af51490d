import type { ReactNode } from 'react'

// The icons of the first load; lucide's renderer only loads with the pages that use it.

function Icon({ children, fill = 'none', size = 18 }: { children: ReactNode; fill?: string; size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill={fill}
      stroke="currentColor"
      strokeWidth={2}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {children}
    </svg>
  )
}

/** The same picture as favicon.svg. A file would arrive after the navigation, and decoding it delays the page. */
export function Logo() {
  return (
    <svg width={28} height={28} viewBox="0 0 32 32" aria-hidden="true" className="shrink-0">
      <rect width={32} height={32} rx={8} fill="#0b6f65" />
      <path
        d="M12.5 9.5 6.5 16l6 6.5M19.5 9.5l6 6.5-6 6.5"
        fill="none"
        stroke="#fff"
        strokeWidth={2.6}
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <circle cx={16} cy={16} r={2.2} fill="#fff" />
    </svg>
  )
}

export function SunIcon() {
  return (
    <Icon>
      <circle cx="12" cy="12" r="4" />
      <path d="M12 2v2m0 16v2M4.9 4.9l1.4 1.4m11.4 11.4 1.4 1.4M2 12h2m16 0h2M6.3 17.7l-1.4 1.4M19.1 4.9l-1.4 1.4" />
    </Icon>
  )
}

export function MoonIcon() {
  return (
    <Icon>
      <path d="M20 14.5A8.5 8.5 0 0 1 9.5 4 8.5 8.5 0 1 0 20 14.5z" />
    </Icon>
  )
}

export function SearchIcon() {
  return (
    <Icon>
      <circle cx={11} cy={11} r={7} />
      <path d="m20 20-4-4" />
    </Icon>
  )
}

export function FailureIcon() {
  return (
    <Icon>
      <circle cx={12} cy={12} r={10} />
      <path d="M12 8v4m0 4h.01" />
    </Icon>
  )
}

export function SuccessIcon() {
  return (
    <Icon>
      <circle cx={12} cy={12} r={10} />
      <path d="m16 9-5.5 5.5L8 12" />
    </Icon>
  )
}

export function CloseIcon() {
  return (
    <Icon size={16}>
      <path d="M18 6 6 18M6 6l12 12" />
    </Icon>
  )
}

export function BellIcon({ isFilled }: { isFilled: boolean }) {
  return (
    <Icon fill={isFilled ? 'currentColor' : 'none'}>
      <path d="M18 8a6 6 0 0 0-12 0c0 7-3 9-3 9h18s-3-2-3-9" />
      <path d="M13.7 21a2 2 0 0 1-3.4 0" fill="none" />
    </Icon>
  )
}
