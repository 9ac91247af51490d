import { type Static, Type } from 'typebox'
import { User } from './accounts.ts'
import type { Call } from './call.ts'
import { type Field, type FormValue, form, type OptionalField } from './fields/form.ts'
import { MAX_UPLOAD_BYTES } from './limits.ts'

const PICTURE_PATH = /^\/pictures\/([\da-f]{64})\.webp$/

const PicturePath = Type.String({ pattern: '^/pictures/[0-9a-f]{64}\\.webp$' })

export const Picture = Type.Object({
  url: PicturePath,
  width: Type.Integer({ minimum: 1 }),
  height: Type.Integer({ minimum: 1 }),
})
export type Picture = Static<typeof Picture>

const PICTURE_TYPES = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'] as const

export function picturePath(hash: string): string {
  return `/pictures/${hash}.webp`
}

export function hashOfPath(path: string): string | undefined {
  return PICTURE_PATH.exec(path)?.[1]
}

const NOT_UPLOADED = { msg: 'Url must be that of a picture you have uploaded' }

function pictureUrl(): Field<string | null> {
  return {
    schema: Type.Unsafe({ type: ['string', 'null'], description: 'Null brings back the avatar service' }),
    required: true,
    read(input) {
      if (input === null) return { value: null }
      const value = typeof input === 'string' ? hashOfPath(input) : undefined
      return value ? { value } : NOT_UPLOADED
    },
  }
}

export function optionalPicture(label: string): OptionalField<string | null, string> {
  return {
    schema: Type.Unsafe({ type: ['string', 'null'], description: 'The url of a picture you have uploaded' }),
    required: false,
    read(input) {
      if (input === undefined || input === null || input === '') return { value: null }
      const isPath = typeof input === 'string' && hashOfPath(input) !== undefined
      return isPath ? { value: input } : { msg: `${label} must be one that you have uploaded` }
    },
  }
}

export const AvatarChange = form({ url: pictureUrl() })
export type AvatarChange = FormValue<typeof AvatarChange>

export const pictureCalls = {
  'POST /api/pictures': {
    id: 'uploadPicture',
    summary: 'Upload a picture',
    description:
      'Stores a picture of at most 5 MB and 50 megapixels (of all frames together), turned upright, scaled down ' +
      'to 1,600 pixels and without metadata, as WebP. Small animations stay animated. A picture that is not used ' +
      'within a day, or no longer, is deleted.',
    access: 'contributor',
    bytes: { types: PICTURE_TYPES, max: MAX_UPLOAD_BYTES },
    response: Picture,
  },
  'PUT /api/auth/avatar': {
    id: 'changeAvatar',
    summary: 'Change the avatar',
    description:
      'Makes an uploaded picture the avatar of the current user, or brings back the avatar service.',
    access: 'member',
    body: AvatarChange,
    response: User,
  },
} as const satisfies Record<string, Call>
