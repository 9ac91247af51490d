import type { FieldError } from '../../../../contract/errors.ts'
import { api, mutation } from '../../../app/api/api.ts'
import { errorsOf } from '../../../app/api/results.ts'
import { alertErrors, showAlert } from '../../../app/state/alert-slice.ts'
import { userLoaded } from '../../../app/state/auth-slice.ts'
import type { Dispatch, State, Thunk } from '../../../app/state/store.ts'

type Named = { _id: string; name: string }
type Kind = 'muted' | 'blocked'
type Step = { sent: { params: { userId: string } }; dispatch: Dispatch; getState: () => State }

const hiding = (kind: Kind, isHidden: boolean) => ({
  onDone(_: null, { sent: { params }, dispatch, getState }: Step) {
    const { user } = getState().auth
    const others = (user?.[kind] ?? []).filter((id) => id !== params.userId)
    if (user) dispatch(userLoaded({ ...user, [kind]: isHidden ? [...others, params.userId] : others }))
    // Blocking someone ends following them.
    if (kind === 'blocked') dispatch(api.util.invalidateTags(['follows']))
  },
  onFail: alertErrors,
})

const blockApi = api.injectEndpoints({
  endpoints: (build) => ({
    mute: mutation(build, 'PUT /api/mutes/:userId', hiding('muted', true)),
    unmute: mutation(build, 'DELETE /api/mutes/:userId', hiding('muted', false)),
    block: mutation(build, 'PUT /api/blocks/:userId', hiding('blocked', true)),
    unblock: mutation(build, 'DELETE /api/blocks/:userId', hiding('blocked', false)),
  }),
})

export const hidePerson =
  (kind: Kind, { _id: userId, name }: Named): Thunk<Promise<FieldError[]>> =>
  async (dispatch) => {
    const { block, mute } = blockApi.endpoints
    const call = kind === 'muted' ? mute : block
    const errors = await errorsOf(dispatch(call.initiate({ params: { userId } })))
    if (errors.length > 0) return errors
    dispatch(showAlert(`You have ${kind} ${name}. You can undo this in your settings.`, 'success'))
    return []
  }

export const showPerson =
  (kind: Kind, userId: string): Thunk<Promise<FieldError[]>> =>
  (dispatch) => {
    const { unblock, unmute } = blockApi.endpoints
    const call = kind === 'muted' ? unmute : unblock
    return errorsOf(dispatch(call.initiate({ params: { userId } })))
  }
