import { expect, it } from 'vitest'
import { signedIn, userLoaded } from '../../web/app/state/auth-slice.ts'
import { hidePerson, showPerson } from '../../web/features/accounts/blocks/block-api.ts'
import { followApi } from '../../web/features/feeds/follows/follow-api.ts'
import { ada } from './sample-data.ts'
import { startPage, stubServer } from './stubs.ts'

const bob = { _id: 'bob', name: 'Bob', handle: 'bob', avatar: '' }

it('loads follows again when a person was blocked or unblocked, but not when muted', async () => {
  const { store } = startPage()
  store.dispatch(signedIn({ token: 't1' }))
  store.dispatch(userLoaded(ada))
  const sent = stubServer({
    'GET /api/follows': [{ body: { people: [bob], tags: [] } }, { body: { people: [], tags: [] } }],
    'PUT /api/mutes/bob': {},
    'PUT /api/blocks/bob': {},
    'DELETE /api/blocks/bob': {},
  })
  const follows = store.dispatch(followApi.endpoints.follows.initiate())
  expect((await follows).data?.people).toEqual([bob])
  await store.dispatch(hidePerson('muted', bob))
  expect(sent.filter(({ name }) => name === 'GET /api/follows')).toHaveLength(1)
  await store.dispatch(hidePerson('blocked', bob))
  await expect.poll(() => followApi.endpoints.follows.select()(store.getState()).data?.people).toEqual([])
  await store.dispatch(showPerson('blocked', 'bob'))
  await expect.poll(() => sent.filter(({ name }) => name === 'GET /api/follows')).toHaveLength(3)
})
