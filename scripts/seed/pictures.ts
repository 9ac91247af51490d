import sharp from 'sharp'
import { picturePath } from '../../contract/pictures.ts'
import type { Queryable } from '../../server/database/database.ts'
import { setAvatar } from '../../server/features/accounts/queries.ts'
import { type Converted, convertPicture } from '../../server/features/pictures/convert.ts'
import { storePicture } from '../../server/features/pictures/queries.ts'

type Color = [number, number, number]
type Pictures = { chart: Converted; avatars: Map<string, Converted>; banners: Converted[] }

const BANNERS = 3
const CHARTED_POST = 'Page 4,000 of our list'
const PAPER: Color = [250, 250, 248]
const TEAL: Color = [15, 118, 110]
const AMBER: Color = [217, 119, 6]

export async function drawPictures(emails: string[]): Promise<Pictures> {
  const avatars = new Map<string, Converted>()
  for (const [index, email] of emails.entries()) avatars.set(email, await draw(240, 240, waves(index)))
  const banners: Converted[] = []
  for (let index = 0; index < BANNERS; index++) banners.push(await draw(960, 480, waves(index + 2)))
  return { chart: await draw(800, 360, bars), avatars, banners }
}

export async function insertPictures(trx: Queryable, { chart, avatars, banners }: Pictures): Promise<void> {
  const post = await trx
    .selectFrom('posts')
    .select(['id', 'user_id', 'text'])
    .where('text', 'like', `${CHARTED_POST}%`)
    .executeTakeFirstOrThrow()
  const hash = await storePicture(trx, post.user_id, chart)
  const text = `${post.text}\n\n![Seconds to load a page, from the first to the last](${picturePath(hash)})`
  await trx.updateTable('posts').set({ text }).where('id', '=', post.id).execute()
  for (const [email, avatar] of avatars) {
    const { id } = await trx
      .selectFrom('users')
      .select('id')
      .where('email_key', '=', email)
      .executeTakeFirstOrThrow()
    await setAvatar(trx, id, await storePicture(trx, id, avatar))
    const projects = await trx
      .selectFrom('projects')
      .select('id')
      .where('user_id', '=', id)
      .orderBy('position')
      .execute()
    for (const [index, project] of projects.entries()) {
      const drawn = banners[index % banners.length]
      if (!drawn) continue
      const picture = picturePath(await storePicture(trx, id, drawn))
      await trx
        .updateTable('projects')
        .set({ picture })
        .where('user_id', '=', id)
        .where('id', '=', project.id)
        .execute()
    }
  }
}

async function draw(
  width: number,
  height: number,
  colorAt: (x: number, y: number) => Color,
): Promise<Converted> {
  const pixels = new Uint8Array(width * height * 3)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) pixels.set(colorAt(x / width, y / height), (y * width + x) * 3)
  }
  return convertPicture(
    await sharp(pixels, { raw: { width, height, channels: 3 } })
      .png()
      .toBuffer(),
  )
}

function bars(x: number, y: number): Color {
  const position = (x * 1.1 - 0.05) * 16
  const bar = Math.floor(position)
  const isBar = bar >= 0 && bar < 16 && position - bar < 0.7 && y < 0.92
  if (!isBar || 0.92 - y > (0.8 * (bar + 1)) / 16) return PAPER
  return bar === 15 ? AMBER : TEAL
}

function waves(index: number) {
  return (x: number, y: number): Color => {
    const wave = (Math.sin((x + index) * 9) + Math.sin((y - x) * (7 + index * 4))) / 4 + 0.5
    const mix = (from: number, to: number) => Math.round(from + (to - from) * wave)
    const [from, to] = index % 2 ? [AMBER, PAPER] : [TEAL, AMBER]
    return [mix(from[0], to[0]), mix(from[1], to[1]), mix(from[2], to[2])]
  }
}
