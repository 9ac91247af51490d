import { parentPort, workerData } from 'node:worker_threads'
import { linkMentions } from '../../../server/features/markdown/mentions.ts'
import { renderMarkdown } from '../../../server/features/markdown/render/render.ts'
import { faultIn } from './check-html.ts'
import { generateTexts } from './generated-markdown.ts'

const { seed, count } = workerData as { seed: number; count: number }
const PERSON = { id: '0190a000-0000-7000-8000-000000000000', handle: 'ada', suspended_until: null }
const faults: string[] = []
for (const text of generateTexts(seed, count)) {
  const rendered = renderMarkdown(text)
  const mentions = JSON.stringify(rendered.handles.map(({ start, end }) => ({ id: PERSON.id, start, end })))
  const html = linkMentions({ html: rendered.html, mentions }, new Map([[PERSON.id, PERSON]]))
  const fault = faultIn(html)
  if (fault) faults.push(`${fault}: ${JSON.stringify(text)} → ${html}`)
}
parentPort?.postMessage(faults.slice(0, 20))
