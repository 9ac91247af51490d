import { MAX_INVITATION_DAYS, MAX_INVITATION_USES } from '../../contract/limits.ts'
import type { Invitation } from '../../contract/sign-in.ts'
import { FormAlerts } from '../alerts/alert-boxes.tsx'
import { showAlert, showErrors } from '../alerts/alert-slice.ts'
import { call, callOnly, callPage } from '../client.ts'
import { submit } from '../outcome.ts'
import { useAppDispatch } from '../store.ts'
import { Button } from '../ui/button.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { FailureLine } from '../ui/failure.tsx'
import { Field } from '../ui/field.tsx'
import { focusAfterRemoval } from '../ui/focus.ts'
import { Listed } from '../ui/listed.tsx'
import { Moment } from '../ui/moment.tsx'
import { useAction } from '../ui/use-action.ts'
import { useForm } from '../ui/use-form.ts'
import { usePagedList } from '../ui/use-paged-list.ts'

/** The invitations that the reader may see, and a form for another one. */
export function Invitations() {
  const dispatch = useAppDispatch()
  const invitations = usePagedList('invitations', (sent) => callPage('GET /api/invitations', sent))
  const { onSubmit, pending, sends, errorOf } = useForm(({ uses, days }) =>
    submit(
      call('POST /api/invitations', { body: { uses: Number(uses), days: Number(days) } }),
      (invitation) => {
        invitations.add(invitation)
        dispatch(showAlert('Invitation Created', 'success'))
      },
      (error) => dispatch(showErrors(error.errors)),
    ),
  )
  return (
    <section>
      <h2 className="text-lg font-semibold">Invitations</h2>
      <form onSubmit={onSubmit} className="mt-3 grid gap-4">
        <div className="flex flex-wrap gap-4">
          <div className="w-36">
            <Field
              label="For how many"
              name="uses"
              type="number"
              required
              min={1}
              max={MAX_INVITATION_USES}
              defaultValue={1}
              error={errorOf('uses')}
            />
          </div>
          <div className="w-36">
            <Field
              label="Valid for days"
              name="days"
              type="number"
              required
              min={1}
              max={MAX_INVITATION_DAYS}
              defaultValue={7}
              error={errorOf('days')}
            />
          </div>
        </div>
        <div className="grid justify-items-start">
          <Button type="submit" look="secondary" pending={pending}>
            Create invitation
          </Button>
          <FormAlerts sends={sends} />
        </div>
      </form>
      <Listed of={invitations} empty="No invitations yet.">
        {(invitation) => (
          <Entry invitation={invitation} onWithdrawn={() => invitations.remove(invitation._id)} />
        )}
      </Listed>
    </section>
  )
}

function Entry({ invitation, onWithdrawn }: { invitation: Invitation; onWithdrawn: () => void }) {
  const { _id, url, uses, used, expires, name } = invitation
  const { pending, failure, run } = useAction()
  const isOver = used >= uses || Date.parse(expires) < Date.now()

  async function withdraw(button: Element) {
    const moveFocus = focusAfterRemoval(button)
    const withdrawn = () =>
      submit(callOnly('DELETE /api/invitations/:id', { params: { id: _id } }), onWithdrawn, () => {})
    if (await run(withdrawn)) moveFocus()
  }

  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
      <div className="min-w-0 flex-1 basis-60">
        <p className={`truncate font-mono text-sm ${isOver ? 'text-muted line-through' : ''}`}>{url}</p>
        <p className="text-sm text-muted">
          {used} of {uses} used, until <Moment date={expires} />, by <bdi>{name}</bdi>
        </p>
        <FailureLine msg={failure} />
      </div>
      <div className="-ml-3 flex">
        {!isOver && (
          <CopyButton text={url} question="The link of this invitation">
            Copy link
          </CopyButton>
        )}
        <Button
          look="quiet-danger"
          size="small"
          pending={pending}
          onClick={(event) => withdraw(event.currentTarget)}
        >
          Withdraw
        </Button>
      </div>
    </div>
  )
}
