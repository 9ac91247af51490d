import type { LucideIcon } from 'lucide-react'

/** Something that the palette offers. */
export type Choice = {
  /** Unique in the palette. */
  key: string
  text: string
  /** Beside the text, in mono. */
  note?: string
  /** Below the text, as HTML of the server. */
  excerpt?: string
  person?: { _id: string; name: string; avatar: string }
  icon?: LucideIcon
} & ({ to: string; act?: never } | { act: () => void; to?: never })

export type Group = { name: string; choices: Choice[] }
