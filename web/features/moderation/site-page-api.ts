import { SITE_PAGES, type SitePageName } from '../../../contract/pages/heads.ts'
import { api, mutation, query } from '../../app/api/api.ts'
import { requireFound, requireObject } from '../../app/api/responses.ts'
import { showAlert } from '../../app/state/alert-slice.ts'
import { siteChanged } from '../../app/state/site-slice.ts'

const sitePageApi = api.injectEndpoints({
  endpoints: (build) => ({
    sitePage: query(build, 'GET /api/site/pages/:page', {
      read: (page) => requireObject(requireFound(page), 'page'),
    }),
    changeSitePage: mutation(build, 'PUT /api/admin/site/pages/:page', {
      onDone(_, { dispatch, getState, sent: { params, body } }) {
        const isKept = (page: SitePageName) =>
          page === params.page ? Boolean(body.text) : getState().site.pages.includes(page)
        dispatch(siteChanged({ pages: SITE_PAGES.filter(isKept) }))
        dispatch(showAlert(body.text ? 'Page Saved' : 'Page Deleted', 'success'))
      },
    }),
  }),
})

export const { useSitePageQuery, useChangeSitePageMutation } = sitePageApi
