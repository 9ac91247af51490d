import { type RefObject, useEffect, useEffectEvent } from 'react'
import type { FieldError } from '../../../contract/errors.ts'
import { Button } from '../button.tsx'
import { FailureLine } from '../failure.tsx'
import { useAction } from '../forms/use-action.ts'
import { needsMoreRows } from '../routing/scroll-place.ts'
import { focusFirstNew } from './focus.ts'

type Props = { list: RefObject<HTMLElement | null>; load: () => Promise<FieldError[]> }

export function LoadMore({ list, load }: Props) {
  const { pending, failure, run } = useAction()

  async function press() {
    const last = list.current?.lastElementChild ?? null
    if (await run(load)) focusFirstNew(last)
  }

  const loadForReturn = useEffectEvent(() => {
    if (!pending && !failure && needsMoreRows()) void run(load)
  })
  // After each render, because a page that has been loaded may not be the last.
  useEffect(() => loadForReturn())

  return (
    <div className="mt-6 text-center">
      <Button variant="secondary" pending={pending} data-key="more" onClick={press}>
        Load more
      </Button>
      <FailureLine msg={failure} />
    </div>
  )
}
