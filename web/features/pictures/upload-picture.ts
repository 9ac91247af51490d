import { MAX_UPLOAD_BYTES } from '../../../contract/limits.ts'
import type { Picture } from '../../../contract/pictures.ts'
import { listedErrors } from '../../app/api/request.ts'
import { ApiError } from '../../app/api/results.ts'

export const PICTURE_TYPES: readonly string[] = ['image/png', 'image/jpeg', 'image/webp', 'image/gif']
const TIME_OUT = 120_000

/** Not with fetch, which does not report the progress of an upload. */
export function uploadPicture(
  file: File,
  token: string | null,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<Picture> {
  const { promise, resolve, reject } = Promise.withResolvers<Picture>()
  const fault = faultOf(file)
  if (fault) {
    reject(new ApiError(400, 'Bad Request', [{ msg: fault }]))
    return promise
  }
  const request = new XMLHttpRequest()
  request.open('POST', '/api/pictures')
  request.setRequestHeader('content-type', file.type)
  if (token) request.setRequestHeader('x-auth-token', token)
  request.timeout = TIME_OUT
  request.responseType = 'json'
  request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
  request.onload = () => {
    const { status, statusText, response } = request
    if (status >= 200 && status < 300 && response?.url) resolve(response)
    else reject(new ApiError(status, statusText, listedErrors(response) ?? [{ msg: NOT_UPLOADED }]))
  }
  const fail = () => reject(new ApiError(0, 'Network Error', [{ msg: NOT_UPLOADED }]))
  request.onerror = fail
  request.ontimeout = fail
  request.onabort = fail
  signal.addEventListener('abort', () => request.abort(), { once: true })
  request.send(file)
  return promise
}

const NOT_UPLOADED = "Couldn't upload the picture. Try again."

function faultOf({ type, size }: File): string | undefined {
  if (!PICTURE_TYPES.includes(type)) return 'Choose a PNG, JPEG, WebP or GIF'
  if (size > MAX_UPLOAD_BYTES) return 'Choose a picture of at most 5 MB'
  return undefined
}
