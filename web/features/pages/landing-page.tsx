import { useSite } from '../../app/state/use-site.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { PageHeading } from '../../ui/layout/page.tsx'
import { Prompt } from '../../ui/lists/empty.tsx'
import { GuestGuard } from '../sign-in/guest-guard.tsx'
import picture from './picture.svg?no-inline'

const reasons = [
  ['A profile that reads like a CV', 'Experience, education, skills and repositories in one place.'],
  ['A feed without noise', 'Ask, answer and discuss. Newest first, nothing ranks you.'],
  ['Yours', 'On your own server. No trackers, no ads.'],
]

export function LandingPage() {
  const { name, description } = useSite()
  return (
    <GuestGuard>
      <div className="landing mx-auto grid max-w-[77rem] items-center gap-x-16 gap-y-12 px-4 py-12 sm:px-6 columns:min-h-[calc(100svh-3.5rem)] columns:grid-cols-2">
        <div>
          <Prompt>connect --with developers</Prompt>
          <PageHeading className="mt-3 text-3xl font-semibold tracking-tight">{name}</PageHeading>
          <p className="mt-3 max-w-md text-xl leading-normal text-muted">{description}</p>
          <div className="mt-8 flex gap-3">
            <ButtonLink to="/register">Sign Up</ButtonLink>
            <ButtonLink to="/login" variant="secondary">
              Login
            </ButtonLink>
          </div>
          <dl className="mt-12 max-w-lg divide-y divide-line border-y border-line">
            {reasons.map(([what, why]) => (
              <div key={what} className="py-4">
                <dt className="font-semibold">{what}</dt>
                <dd className="text-muted">{why}</dd>
              </div>
            ))}
          </dl>
        </div>
        <div className="grid w-full gap-3 max-columns:max-w-md columns:justify-self-end">
          <img src={picture} alt="" width={564} height={276} className="h-auto w-full" />
          <Example />
        </div>
      </div>
    </GuestGuard>
  )
}

function Example() {
  return (
    <div role="img" aria-label="A profile, and an accepted answer" className="grid gap-3">
      <div className="card flex gap-4 p-4">
        <span className="grid size-14 place-items-center rounded-xl bg-accent text-xl font-semibold text-on-accent">
          MO
        </span>
        <div>
          <p className="text-lg font-semibold">Mina Okafor</p>
          <p>Senior engineer at Fabrikam</p>
          <p className="text-sm text-muted">PostgreSQL, Rust · 41 answers</p>
        </div>
      </div>
      <div className="card p-4">
        <p className="font-semibold">How do I get the latest row per group?</p>
        <p className="mt-2 text-sm font-medium text-fresh">✓ Accepted answer by Mina Okafor</p>
        <p className="mt-1">
          One row per sensor: <code className="text-sm">select distinct on (sensor) …</code>
        </p>
      </div>
    </div>
  )
}
