import { HttpResponse } from '../../platform/cache/http-response.ts'

// The headers of pages are set for all of them in app.ts.
const HTML = { 'content-type': 'text/html; charset=utf-8' }

/** A page with its head, whose addresses begin with this origin. */
export class HtmlPage extends HttpResponse {
  readonly origin: string

  constructor(html: string, origin: string) {
    super(html, undefined, HTML)
    this.origin = origin
  }
}
