import { type Static, Type } from 'typebox'
import { Id, Moment } from './accounts.ts'
import { numberBetween } from './fields.ts'
import { type FormValue, form } from './form.ts'
import { MAX_INVITATION_DAYS, MAX_INVITATION_USES } from './limits.ts'

export const NewInvitation = form({
  uses: numberBetween('Uses', 1, MAX_INVITATION_USES, 1),
  days: numberBetween('Days', 1, MAX_INVITATION_DAYS, 7),
})
export type NewInvitation = FormValue<typeof NewInvitation>

export const Invitation = Type.Object({
  _id: Id,
  code: Type.String(),
  url: Type.String({ description: 'Leads to the registration with this invitation' }),
  uses: Type.Integer({ minimum: 1, description: 'How many people it admits' }),
  used: Type.Integer({ minimum: 0, description: 'How many of them have registered' }),
  expires: Moment,
  date: Moment,
  user: Id,
  name: Type.String({ description: 'Who invited' }),
})
export type Invitation = Static<typeof Invitation>
