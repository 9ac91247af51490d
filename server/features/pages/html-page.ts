import { Answer } from '../../platform/cache/answer.ts'

// The headers of pages are set for all of them in app.ts.
const HTML = { 'content-type': 'text/html; charset=utf-8' }

/** A page with its head, whose addresses begin with this origin. */
export class HtmlPage extends Answer {
  readonly origin: string

  constructor(html: string, origin: string) {
    super(html, undefined, HTML)
    this.origin = origin
  }
}
