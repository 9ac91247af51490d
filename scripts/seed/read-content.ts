import { STATUSES } from '../../contract/limits.ts'
import { PERSONAS, type PersonaName } from './content/personas.ts'

export type Person = {
  name: string
  handle: string
  location: string
  persona: PersonaName
  status: (typeof STATUSES)[number]
  years: number
  sentence: string
}

export type Thread = {
  topic: string
  author: string | undefined
  text: string
  isQuestion: boolean
  replies: Reply[]
}
export type Reply = { author: string | undefined; text: string }

export function readPeople(content: string): Person[] {
  return content
    .trim()
    .split(/\n{2,}/)
    .map(readPerson)
}

function readPerson(block: string): Person {
  const [head = '', sentence = ''] = block.split('\n')
  const [name = '', handle = '', location = '', personaText, statusText, years] = head.split(' | ')
  const persona = (Object.keys(PERSONAS) as PersonaName[]).find((name) => name === personaText)
  const status = STATUSES.find((status) => status === statusText)
  if (!persona || !status || !sentence) throw new Error(`Cannot read this person: ${block}`)
  return { name, handle, location, persona, status, years: Number(years), sentence }
}

export function readThreads(content: string): Thread[] {
  return content
    .split(/^== /m)
    .slice(1)
    .map((block) => {
      const [head = '', ...lines] = block.split('\n')
      const [topic = '', author] = head.split(' ')
      const [text = '', ...replyParts] = lines.join('\n').split(/^--(\w*)\n/m)
      const tag = UNTAGGED.includes(topic) ? '' : `\n\n#${topic}`
      return {
        topic,
        author,
        text: asMarkdown(text, topic) + tag,
        isQuestion: isQuestion(text),
        replies: readReplies(replyParts, topic),
      }
    })
}

/** Question marks in code (indented lines) do not count. */
function isQuestion(text: string): boolean {
  return text.split('\n').some((line) => !line.startsWith('  ') && /\?(?=\s|$)/.test(line))
}

/** Splitting by a pattern with a group yields authors and texts in turn. */
function readReplies(parts: string[], topic: string): Reply[] {
  const replies: Reply[] = []
  for (let i = 0; i < parts.length; i += 2) {
    replies.push({ author: parts[i] || undefined, text: asMarkdown(parts[i + 1] ?? '', topic) })
  }
  return replies
}

const LANGUAGES: Record<string, string> = {
  sql: 'sql',
  javascript: 'js',
  css: 'css',
  python: 'python',
  typescript: 'ts',
  react: 'jsx',
  rust: 'rust',
  go: 'go',
  java: 'java',
  c: 'c',
  linux: 'bash',
  git: 'bash',
}
const UNTAGGED = ['general', 'careers', 'c']

function asMarkdown(text: string, topic: string): string {
  const fenced = (code: string) =>
    `\`\`\`${LANGUAGES[topic] ?? ''}\n${code.replaceAll(/^ {2}/gm, '')}\n\`\`\``
  return unwrap(text).replaceAll(/^ {2}.*(?:\n(?:\n(?= {2}))? {2}.*)*/gm, fenced)
}

function unwrap(text: string): string {
  return text.trimEnd().replace(/(?<=^\S.*)\n(?=\S)(?!- |\d+\. |\|)/gm, ' ')
}
