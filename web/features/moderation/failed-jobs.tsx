import type { FailedJob } from '../../../contract/moderation.ts'
import { errorsOf } from '../../app/api/results.ts'
import { Button } from '../../ui/button.tsx'
import { FailureLine } from '../../ui/failure.tsx'
import { useAction } from '../../ui/forms/use-action.ts'
import { focusAfterRemoval } from '../../ui/lists/focus.ts'
import { PagedList } from '../../ui/lists/paged-list.tsx'
import { usePages } from '../../ui/lists/use-pages.ts'
import { Moment } from '../../ui/moment.tsx'
import { useFailedJobsInfiniteQuery, useRetryJobMutation } from './moderation-api.ts'

export function FailedJobs() {
  const query = useFailedJobsInfiniteQuery()
  const jobs = usePages(query)
  return (
    <section>
      <h2 className="sr-only">Jobs</h2>
      <PagedList pages={jobs} empty="No failed jobs">
        {(job) => <Item job={job} />}
      </PagedList>
    </section>
  )
}

function Item({ job }: { job: FailedJob }) {
  const [retryJob] = useRetryJobMutation()
  const { pending, failure, run } = useAction()

  async function retry(button: Element) {
    const moveFocus = focusAfterRemoval(button)
    if (await run(() => errorsOf(retryJob({ params: { id: job._id } })))) moveFocus()
  }

  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
      <div className="min-w-0 flex-1 basis-60">
        <p className="font-mono font-medium">{job.kind}</p>
        <p className="text-sm text-muted">
          Failed on <Moment date={job.date} /> after {job.attempts} attempts
        </p>
        <p className="font-mono text-sm">{job.error}</p>
        <FailureLine msg={failure} />
      </div>
      <Button
        variant="secondary"
        size="small"
        pending={pending}
        onClick={(event) => retry(event.currentTarget)}
      >
        Try again
      </Button>
    </div>
  )
}
