/** Increase it whenever the HTML of a text would change: all texts are then rendered again. */
export const RENDER_VERSION = 1

export type Rendered = { html: string; render_version: number; mentions: string }
