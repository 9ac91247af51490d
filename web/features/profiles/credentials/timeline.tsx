import { Fragment } from 'react'
import { Prose } from '../../markdown/prose.tsx'
import { Period } from './period.tsx'

type Item = {
  _id: string
  heading: string
  from: string | null
  to: string | null
  facts: (string | null)[]
  description: string | null
}

export function Timeline({ heading, empty, items }: { heading: string; empty: string; items: Item[] }) {
  return (
    <section className="print:mt-6">
      <h2 className="text-xl font-semibold">{heading}</h2>
      {items.length === 0 && <p className="mt-2 text-muted">{empty}</p>}
      <ul className="mt-4 print:mt-2">
        {items.map((item) => (
          <li
            key={item._id}
            className="group grid gap-x-6 pb-6 last:pb-0 sm:grid-cols-[6.25rem_minmax(0,1fr)] print:break-inside-avoid print:grid-cols-[6.25rem_minmax(0,1fr)] print:pb-4"
          >
            <p className="font-mono text-sm text-muted sm:pt-0.5 sm:text-right print:text-right">
              <Period from={item.from} to={item.to} />
            </p>
            <div className="relative border-line sm:-mb-6 sm:border-l sm:pb-6 sm:pl-6 sm:group-last:mb-0 sm:group-last:pb-0 sm:before:absolute sm:before:top-2 sm:before:-left-[5px] sm:before:size-[9px] sm:before:rounded-[3px] sm:before:border sm:before:border-line-strong sm:before:bg-canvas print:mb-0 print:border-0 print:pb-0 print:pl-0 print:before:hidden">
              <h3 className="text-lg font-semibold">
                <bdi>{item.heading}</bdi>
              </h3>
              <Facts facts={item.facts} />
              {item.description && <Prose text={item.description} className="mt-2" />}
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Facts({ facts }: { facts: (string | null)[] }) {
  const shown = facts.filter((fact) => fact !== null && fact !== '')
  return (
    <p>
      {shown.map((fact, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the facts of an entry never change places
        <Fragment key={index}>
          {index > 0 && <span className="text-muted"> · </span>}
          <bdi className={index > 0 ? 'text-muted' : ''}>{fact}</bdi>
        </Fragment>
      ))}
    </p>
  )
}
