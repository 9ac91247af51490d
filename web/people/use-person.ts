import { useState } from 'react'
import type { Person } from '../../contract/people.ts'
import { call } from '../api.ts'
import { type Outcome, requireAnswer, settle } from '../outcome.ts'
import { useLoad } from '../ui/use-load.ts'

/** A person; undefined until loaded, and on a server without this call. */
export function usePerson(id: string, isWanted: boolean) {
  const [person, setPerson] = useState<Person>()
  const { status } = useLoad(`${id} ${isWanted}`, async (signal): Promise<Outcome> => {
    if (!isWanted) return 'missing'
    const asked = requireAnswer(call('GET /api/people/:idOrHandle', { params: { idOrHandle: id }, signal }))
    return settle(signal, asked, setPerson, () => setPerson(undefined))
  })
  return { person: person?._id === id ? person : undefined, isLoading: status === 'loading' }
}
