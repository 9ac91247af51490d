import { Fragment } from 'react'
import { formatPeriod } from '../dates.ts'

/** The period of a credential; if space is tight, it breaks between the dates, never inside one. */
export function Period({ from, to }: { from: string | null; to: string | null }) {
  return formatPeriod(from, to)
    .split(' ')
    .map((word, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the words of one text never change places
      <Fragment key={index}>
        {index > 0 && ' '}
        <span className="whitespace-nowrap">{word}</span>
      </Fragment>
    ))
}
