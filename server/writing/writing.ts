import { plainHtml } from './plain-text.ts'

/** Increases whenever the HTML of a text would come out differently: all of it is then made anew. */
export const COOK_VERSION = 1

/** What is stored beside a text. */
export type Cooked = { html: string; cook: number; tags: string[] }

/** The HTML to show for a stored text. */
export function htmlOf({ text, html, cook }: { text: string; html: string; cook: number }): string {
  return cook > 0 ? html : plainHtml(text)
}

/** Makes the HTML of what members write. */
export class Writing {
  async cook(_userId: string, _text: string): Promise<Cooked> {
    return { html: '', cook: 0, tags: [] }
  }

  /** What is stored beside a bio, which may be missing. */
  async cookBio(userId: string, bio: string | null): Promise<{ html: string; cook: number }> {
    if (bio === null) return { html: '', cook: COOK_VERSION }
    const { html, cook } = await this.cook(userId, bio)
    return { html, cook }
  }

  /** How a text differs from the one before it, as it is stored. */
  async compare(_userId: string, _before: string, _after: string): Promise<string | null> {
    return null
  }
}
