import { Prose } from '../ui/prose.tsx'
import { Period } from './period.tsx'

type Item = {
  _id: string
  heading: string
  from: string | null
  to: string | null
  facts: [string, string | null][]
  description: string | null
}

/** Experience or education as a CV lists it. */
export function CredentialList({ heading, empty, items }: { heading: string; empty: string; items: Item[] }) {
  return (
    <section className="card p-6 sm:p-8">
      <h2 className="text-xl font-semibold">{heading}</h2>
      {items.length === 0 && <p className="mt-2 text-muted">{empty}</p>}
      <ul className="divide-y divide-line">
        {items.map((item) => (
          <li key={item._id} className="py-4 last:pb-0 print:break-inside-avoid">
            <h3 className="font-semibold">
              <bdi>{item.heading}</bdi>
            </h3>
            <p className="font-mono text-sm text-muted">
              <Period from={item.from} to={item.to} />
            </p>
            {item.facts.map(
              ([label, value]) =>
                value && (
                  <p key={label} className="mt-1">
                    <span className="font-medium">{label}:</span> <bdi>{value}</bdi>
                  </p>
                ),
            )}
            {item.description && <Prose text={item.description} className="mt-2" />}
          </li>
        ))}
      </ul>
    </section>
  )
}
