import { MAX_INVITATION_DAYS, MAX_INVITATION_USES } from '../../../../contract/limits.ts'
import type { Invitation } from '../../../../contract/sign-in.ts'
import { errorsOf } from '../../../app/api/results.ts'
import { Button } from '../../../ui/button.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { FailureLine } from '../../../ui/failure.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { useAction } from '../../../ui/forms/use-action.ts'
import { useForm } from '../../../ui/forms/use-form.ts'
import { focusAfterRemoval } from '../../../ui/lists/focus.ts'
import { PagedList } from '../../../ui/lists/paged-list.tsx'
import { usePages } from '../../../ui/lists/use-pages.ts'
import { Moment } from '../../../ui/moment.tsx'
import {
  useCreateInvitationMutation,
  useInvitationsInfiniteQuery,
  useRevokeInvitationMutation,
} from './invitation-api.ts'

export function Invitations() {
  const query = useInvitationsInfiniteQuery()
  const invitations = usePages(query)
  const [createInvitation] = useCreateInvitationMutation()
  const { onSubmit, pending, errorOf } = useForm(({ uses, days }) =>
    errorsOf(createInvitation({ body: { uses: Number(uses), days: Number(days) } })),
  )
  return (
    <section>
      <h2 className="text-lg font-semibold">Invitations</h2>
      <form onSubmit={onSubmit} className="mt-3 grid gap-4">
        <div className="flex flex-wrap gap-4">
          <div className="w-36">
            <Field
              label="Uses"
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
              label="Expires after (days)"
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
        <Button type="submit" variant="secondary" pending={pending} className="justify-self-start">
          Create invitation
        </Button>
      </form>
      <PagedList pages={invitations} empty="No invitations yet">
        {(invitation) => <Item invitation={invitation} />}
      </PagedList>
    </section>
  )
}

function Item({ invitation }: { invitation: Invitation }) {
  const [revokeInvitation] = useRevokeInvitationMutation()
  const { _id, url, uses, used, expires, name } = invitation
  const { pending, failure, run } = useAction()
  const isOver = used >= uses || Date.parse(expires) < Date.now()

  async function revoke(button: Element) {
    const moveFocus = focusAfterRemoval(button)
    if (await run(() => errorsOf(revokeInvitation({ params: { id: _id } })))) moveFocus()
  }

  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
      <div className="min-w-0 flex-1 basis-60">
        <p className={`truncate font-mono text-sm ${isOver ? 'text-muted line-through' : ''}`}>{url}</p>
        <p className="text-sm text-muted">
          {used} of {uses} used · expires <Moment date={expires} /> · created by <bdi>{name}</bdi>
        </p>
        <FailureLine msg={failure} />
      </div>
      <div className="-ml-3 flex">
        {!isOver && (
          <CopyButton text={url} question="Invitation link">
            Copy link
          </CopyButton>
        )}
        <Button
          variant="quiet-danger"
          size="small"
          pending={pending}
          onClick={(event) => revoke(event.currentTarget)}
        >
          Revoke
        </Button>
      </div>
    </div>
  )
}
