import { User } from './accounts.ts'
import type { Call } from './call.ts'
import { MAX_UPLOAD_BYTES } from './limits.ts'
import { AvatarChange, PICTURE_TYPES, Picture } from './pictures.ts'

export const pictureCalls = {
  'POST /api/pictures': {
    id: 'uploadPicture',
    summary: 'Upload a picture',
    description:
      'Stores a picture of at most 5 MB and 50 megapixels (of all frames together), turned upright, scaled down ' +
      'to 1,600 pixels and without metadata, as WebP. Small animations stay animated. A picture that is not used ' +
      'within a day, or no longer, is deleted.',
    access: 'member',
    bytes: { types: PICTURE_TYPES, max: MAX_UPLOAD_BYTES },
    answer: Picture,
  },
  'PUT /api/auth/avatar': {
    id: 'changeAvatar',
    summary: 'Change the avatar',
    description:
      'Makes an uploaded picture the avatar of the current user, or brings back the avatar service.',
    access: 'member',
    body: AvatarChange,
    answer: User,
  },
} as const satisfies Record<string, Call>
