import { mapAwaitable } from '../awaitable.ts'
import type { Context } from '../context.ts'
import type { Serve } from '../http/handler.ts'
import { requireFound } from '../http/refusals.ts'
import { asId } from '../ids.ts'
import { personDocument } from './documents.ts'

const NO_PERSON = 'There is no such person'

export function peopleRoutes(serve: Serve, context: Context): void {
  const person = personDocument(context)

  serve('GET /api/people/:id', ({ request, params }) => {
    const id = requireFound(asId(params.id), NO_PERSON)
    return mapAwaitable(context.answers.watch.checkFor(request.raw), () =>
      mapAwaitable(person.answer(id), (answer) => requireFound(answer, NO_PERSON)),
    )
  })
}
