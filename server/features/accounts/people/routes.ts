import { isHandle } from '../../../../contract/fields/handles.ts'
import { type Awaitable, mapAwaitable } from '../../../awaitable.ts'
import type { Context } from '../../../context.ts'
import { asId } from '../../../ids.ts'
import type { Serve } from '../../../platform/http/handler.ts'
import { requireFound } from '../../../platform/http/refusals.ts'
import { NO_PERSON } from '../members/require-person.ts'
import { handleFinder, personDocument } from './documents.ts'

export function peopleRoutes(serve: Serve, context: Context): void {
  const person = personDocument(context)
  const findByHandle = handleFinder(context)

  const idOf = (idOrHandle: string): Awaitable<string | undefined> => {
    const handle = idOrHandle.toLowerCase()
    return isHandle(handle) ? findByHandle(handle) : asId(idOrHandle)
  }

  serve('GET /api/people/:idOrHandle', ({ request, params }) =>
    mapAwaitable(context.answers.watch.checkFor(request.raw), () =>
      mapAwaitable(idOf(params.idOrHandle), (id) =>
        mapAwaitable(person.answer(requireFound(id, NO_PERSON)), (answer) => requireFound(answer, NO_PERSON)),
      ),
    ),
  )
}
