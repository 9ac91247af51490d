import type { ReactNode } from 'react'

// The icons of the first load; lucide's renderer only loads with the pages that use it.

function Icon({ children, fill = 'none' }: { children: ReactNode; fill?: string }) {
  return (
    <svg
      width={18}
      height={18}
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

export function BellIcon({ isFilled }: { isFilled: boolean }) {
  return (
    <Icon fill={isFilled ? 'currentColor' : 'none'}>
      <path d="M18 8a6 6 0 0 0-12 0c0 7-3 9-3 9h18s-3-2-3-9" />
      <path d="M13.7 21a2 2 0 0 1-3.4 0" fill="none" />
    </Icon>
  )
}

export function PeopleIcon() {
  return (
    <Icon>
      <circle cx={9} cy={7} r={4} />
      <path d="M2 21v-2a4 4 0 0 1 4-4h6a4 4 0 0 1 4 4v2m0-17.9a4 4 0 0 1 0 7.8m6 10.1v-2a4 4 0 0 0-3-3.9" />
    </Icon>
  )
}

export function PostsIcon() {
  return (
    <Icon>
      <path d="M21 15a2 2 0 0 1-2 2H7l-4 4V5a2 2 0 0 1 2-2h14a2 2 0 0 1 2 2zM8 8h8m-8 4h5" />
    </Icon>
  )
}

export function DashboardIcon() {
  return (
    <Icon>
      <path d="m3 10 9-7 9 7v9a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2zM9 21v-8h6v8" />
    </Icon>
  )
}

export function AdminIcon() {
  return (
    <Icon>
      <path d="M12 22c5-2 8-5 8-10V5l-8-3-8 3v7c0 5 3 8 8 10z" />
    </Icon>
  )
}

export function LoginIcon() {
  return (
    <Icon>
      <path d="M15 3h4a2 2 0 0 1 2 2v14a2 2 0 0 1-2 2h-4m-5-4 5-5-5-5m5 5H3" />
    </Icon>
  )
}

export function LogoutIcon() {
  return (
    <Icon>
      <path d="M9 21H5a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2h4m7 14 5-5-5-5m5 5H9" />
    </Icon>
  )
}

export function RegisterIcon() {
  return (
    <Icon>
      <circle cx={9} cy={7} r={4} />
      <path d="M2 21v-2a4 4 0 0 1 4-4h6a4 4 0 0 1 4 4v2M19 8v6m3-3h-6" />
    </Icon>
  )
}
