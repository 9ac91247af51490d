import sharp, { type SharpOptions } from 'sharp'
import { MAX_UPLOAD_PIXELS, PICTURE_SIZE } from '../../../contract/limits.ts'

// Only the converter process imports this: sharp takes time and memory to load.

export type Converted = { bytes: Uint8Array; width: number; height: number }

export class NotAPicture extends Error {}

const MAX_ANIMATED_PIXELS = 10_000_000
const MAX_FRAMES = 200
const MAX_STORED_BYTES = 1024 * 1024
const QUALITIES = [80, 60, 30]

// libvips reads many more formats, such as SVG, which may refer to other files.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp', 'Nsgif'].map((format) => `VipsForeignLoad${format}Buffer`),
})
sharp.cache(false)

const INPUT_OPTIONS: SharpOptions = { limitInputPixels: MAX_UPLOAD_PIXELS, failOn: 'error' }

export async function convertPicture(input: Uint8Array): Promise<Converted> {
  try {
    const { width, height, frames } = await readSize(input)
    const isAnimated = frames > 1 && frames <= MAX_FRAMES && width * height * frames <= MAX_ANIMATED_PIXELS
    const animated = isAnimated ? await encode(input, frames, 75) : undefined
    if (animated && animated.bytes.length <= MAX_STORED_BYTES) return animated
    for (const quality of QUALITIES) {
      const still = await encode(input, 1, quality)
      if (still.bytes.length <= MAX_STORED_BYTES) return still
    }
    throw new NotAPicture('The picture is too detailed')
  } catch (error) {
    if (error instanceof NotAPicture) throw error
    throw new NotAPicture('The file is not a PNG, JPEG, WebP or GIF picture, or is damaged', { cause: error })
  }
}

async function readSize(input: Uint8Array) {
  const { width, height, pageHeight, pages } = await sharp(input, {
    limitInputPixels: false,
    animated: true,
  }).metadata()
  const frames = pages ?? 1
  const frameHeight = pageHeight ?? height
  if (width * frameHeight * frames > MAX_UPLOAD_PIXELS) {
    throw new NotAPicture('The picture must have at most 50 megapixels')
  }
  return { width, height: frameHeight, frames }
}

async function encode(input: Uint8Array, pages: number, quality: number): Promise<Converted> {
  const picture = sharp(input, { ...INPUT_OPTIONS, pages })
  // sharp cannot rotate animations.
  const upright = pages > 1 ? picture : picture.autoOrient()
  const { data, info } = await upright
    .resize({ width: PICTURE_SIZE, height: PICTURE_SIZE, fit: 'inside', withoutEnlargement: true })
    .webp({ quality, effort: pages > 1 ? 2 : 4 })
    .toBuffer({ resolveWithObject: true })
  return { bytes: data, width: info.width, height: info.pageHeight ?? info.height }
}
