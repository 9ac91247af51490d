import { useLocation } from 'react-router'
import { headOf, matchPage } from '../../../contract/pages/heads.ts'
import { isNotFound } from '../../app/api/results.ts'
import { useIsExtended, useSite } from '../../app/state/use-site.ts'
import { Failure } from '../../ui/failure.tsx'
import { Page } from '../../ui/layout/frame.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { RenderedHtml } from '../markdown/rendered-html.tsx'
import { useSitePageQuery } from '../moderation/site-page-api.ts'
import { FallbackPage } from './fallback-page.tsx'

export function SitePage() {
  const path = matchPage(useLocation().pathname)?.path ?? ''
  const { title } = headOf(path as '/rules', useSite())
  const isExtended = useIsExtended()
  const { currentData, isFetching, error, refetch } = useSitePageQuery(
    { params: { page: path.slice(1) } },
    { skip: !isExtended },
  )
  if (!isExtended || (!currentData && isNotFound(error))) return <FallbackPage />
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
