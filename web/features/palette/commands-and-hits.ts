import type { LucideIcon } from 'lucide-react'

export type Choice = {
  key: string
  text: string
  note?: string
  excerpt?: string
  person?: { _id: string; name: string; avatar: string }
  icon?: LucideIcon
} & ({ to: string; run?: never } | { run: () => void; to?: never })

export type Group = { name: string; choices: Choice[] }
