import { isHandle } from '../../../../contract/fields/handles.ts'
import type { Context } from '../../../context.ts'
import { asId } from '../../../ids.ts'
import type { Serve } from '../../../platform/http/handler.ts'
import { requireFound } from '../../../platform/http/refusals.ts'
import { NO_PERSON } from '../members/queries.ts'
import { cachedPerson, findOwner } from './cached-person.ts'

export function peopleRoutes(serve: Serve, context: Context): void {
  const idOf = async (idOrHandle: string): Promise<string | undefined> => {
    const handle = idOrHandle.toLowerCase()
    return isHandle(handle) ? findOwner(context, handle) : asId(idOrHandle)
  }

  serve('GET /api/people/:idOrHandle', async ({ params }) => {
    const id = requireFound(await idOf(params.idOrHandle), NO_PERSON)
    return requireFound(await cachedPerson(context, id), NO_PERSON)
  })
}
