import { api, query } from '../../../app/api/api.ts'
import { requireObject } from '../../../app/api/responses.ts'

const previewApi = api.injectEndpoints({
  endpoints: (build) => ({
    preview: query(build, 'POST /api/preview', {
      read: (preview) => requireObject(preview, 'html').html,
      keepUnusedDataFor: 0,
    }),
  }),
})

export const { usePreviewQuery } = previewApi
