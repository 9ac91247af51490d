import { parentPort, workerData } from 'node:worker_threads'
import { renderMarkdown } from '../../../server/features/markdown/render/render.ts'
import { faultIn } from './check-html.ts'
import { generateTexts } from './generated-markdown.ts'

// Renders generated texts, and tells which of them come out as they must not.

const { seed, count } = workerData as { seed: number; count: number }
const faults: string[] = []
for (const text of generateTexts(seed, count)) {
  const { html } = renderMarkdown(text)
  const fault = faultIn(html)
  if (fault) faults.push(`${fault}: ${JSON.stringify(text)} → ${html}`)
}
parentPort?.postMessage({ count, faults: faults.slice(0, 20) })
