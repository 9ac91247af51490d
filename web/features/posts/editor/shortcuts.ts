import { isApple } from '../../../ui/is-apple.ts'
import { makeLink, type Selected, type TextEdit, toggleCode, toggleLines, toggleMark } from './text-edit.ts'

export type Tool = { name: string; key?: string; edit: (given: Selected) => TextEdit }

export const tools = {
  bold: { name: 'Bold', key: 'b', edit: (given) => toggleMark(given, '**') },
  italic: { name: 'Italic', key: 'i', edit: (given) => toggleMark(given, '_') },
  link: { name: 'Link', key: 'k', edit: makeLink },
  code: { name: 'Code', key: 'e', edit: toggleCode },
  list: { name: 'List', edit: (given) => toggleLines(given, '- ') },
  quote: { name: 'Quote', edit: (given) => toggleLines(given, '> ') },
} satisfies Record<string, Tool>

export function toolOf(event: KeyboardEvent): Tool | undefined {
  const isCommand = isApple() ? event.metaKey && !event.ctrlKey : event.ctrlKey && !event.metaKey
  if (!isCommand || event.altKey || event.shiftKey) return undefined
  const pressed = event.key.toLowerCase()
  return Object.values<Tool>(tools).find(({ key }) => key === pressed)
}

export function describeTool({ name, key }: Tool): string {
  return key ? `${name} (${isApple() ? '⌘' : 'Ctrl+'}${key.toUpperCase()})` : name
}
