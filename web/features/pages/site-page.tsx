import { useLocation } from 'react-router'
import { headOf, matchPage } from '../../../contract/pages/heads.ts'
import { api, query } from '../../app/api/api.ts'
import { requireFound, requireObject } from '../../app/api/responses.ts'
import { isNotFound } from '../../app/api/results.ts'
import { useSite } from '../../app/state/use-site.ts'
import { Failure } from '../../ui/failure.tsx'
import { Page } from '../../ui/layout/frame.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { RenderedHtml } from '../markdown/rendered-html.tsx'
import { FallbackPage } from './fallback-page.tsx'

const { useSitePageQuery } = api.injectEndpoints({
  endpoints: (build) => ({
    sitePage: query(build, 'GET /api/site/pages/:page', {
      read: (page) => requireObject(requireFound(page), 'page'),
    }),
  }),
})

/** The rules, the privacy policy or the imprint. */
export function SitePage() {
  const path = matchPage(useLocation().pathname)?.path ?? ''
  const { title } = headOf(path as '/rules', useSite())
  const { currentData, isFetching, error, refetch } = useSitePageQuery({ params: { page: path.slice(1) } })
  if (!currentData && isNotFound(error)) return <FallbackPage />
  return (
    <Page heading={title}>
      {currentData ? (
        <RenderedHtml html={currentData.html} />
      ) : isFetching ? (
        <Spinner />
      ) : (
        <Failure msg="Couldn't load this page." onRetry={refetch} />
      )}
    </Page>
  )
}
