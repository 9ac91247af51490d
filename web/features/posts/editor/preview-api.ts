import { call, requireObject } from '../../../app/api/client.ts'
import { api, resultOf } from '../../../app/state/api.ts'

const previewApi = api.injectEndpoints({
  endpoints: (build) => ({
    preview: build.query<string, string>({
      queryFn: async (text, { signal }) => {
        const response = call('POST /api/preview', { body: { text }, signal })
        return resultOf(response.then((found) => requireObject(found, 'html').html))
      },
      keepUnusedDataFor: 0,
    }),
  }),
})

export const { usePreviewQuery } = previewApi
