import type { FailedJob } from '../../contract/operation.ts'
import { callOnly, callPage } from '../client.ts'
import { submit } from '../outcome.ts'
import { Button } from '../ui/button.tsx'
import { FailureLine } from '../ui/failure.tsx'
import { focusAfterRemoval } from '../ui/focus.ts'
import { Listed } from '../ui/listed.tsx'
import { Moment } from '../ui/moment.tsx'
import { useAction } from '../ui/use-action.ts'
import { usePagedList } from '../ui/use-paged-list.ts'

/** Work in the background that was given up, such as mails that no server took. */
export function FailedJobs() {
  const jobs = usePagedList('jobs', (sent) => callPage('GET /api/admin/jobs', sent))
  return (
    <section>
      <h2 className="sr-only">Jobs</h2>
      <Listed of={jobs} empty="No job has failed.">
        {(job) => <Entry job={job} onRetried={() => jobs.remove(job._id)} />}
      </Listed>
    </section>
  )
}

function Entry({ job, onRetried }: { job: FailedJob; onRetried: () => void }) {
  const { pending, failure, run } = useAction()

  async function retry(button: Element) {
    const moveFocus = focusAfterRemoval(button)
    const retried = () =>
      submit(callOnly('POST /api/admin/jobs/:id/retry', { params: { id: job._id } }), onRetried, () => {})
    if (await run(retried)) moveFocus()
  }

  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
      <div className="min-w-0 flex-1 basis-60">
        <p className="font-mono font-medium">{job.kind}</p>
        <p className="text-sm text-muted">
          Given up on <Moment date={job.date} /> after {job.attempts} attempts
        </p>
        <p className="font-mono text-sm">{job.error}</p>
        <FailureLine msg={failure} />
      </div>
      <Button look="secondary" size="small" pending={pending} onClick={(event) => retry(event.currentTarget)}>
        Try again
      </Button>
    </div>
  )
}
