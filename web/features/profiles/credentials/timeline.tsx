import { Fragment } from 'react'
import { formatTenure } from '../../../ui/dates.ts'
import { Prose } from '../../markdown/prose.tsx'

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
      <ul className="mt-4 ml-1 empty:hidden print:mt-2 print:ml-0">
        {items.map((item) => (
          <li
            key={item._id}
            className="relative border-l border-line pb-6 pl-5 before:absolute before:top-2 before:-left-[5px] before:size-[9px] before:rounded-[3px] before:border before:border-line-strong before:bg-canvas last:pb-0 print:break-inside-avoid print:border-0 print:pb-4 print:pl-0 print:before:hidden"
          >
            <div className="flex flex-wrap items-baseline justify-between gap-x-4">
              <h3 className="text-lg font-semibold">
                <bdi>{item.heading}</bdi>
              </h3>
              <p className="font-mono text-sm text-muted">{formatTenure(item.from, item.to)}</p>
            </div>
            <Facts facts={item.facts} />
            {item.description && <Prose text={item.description} className="mt-2" />}
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
        // biome-ignore lint/suspicious/noArrayIndexKey: the facts of a credential never change places
        <Fragment key={index}>
          {index > 0 && <span className="text-muted"> · </span>}
          <bdi className={index > 0 ? 'text-muted' : ''}>{fact}</bdi>
        </Fragment>
      ))}
    </p>
  )
}
