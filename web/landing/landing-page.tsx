import { OnlyForGuests } from '../accounts/only-for-guests.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { PageHeading, SITE } from '../ui/page.tsx'
import picture from './picture.svg?no-inline'

const reasons = [
  [
    'A profile that reads like a CV',
    'Experience, education, skills and your latest repositories in one place.',
  ],
  ['A feed without noise', 'Ask, answer and discuss. Newest first, and nothing that ranks you.'],
  ['Yours', 'It runs on your own server. No trackers, no advertisements.'],
]

export function LandingPage() {
  return (
    <OnlyForGuests>
      <div className="mx-auto grid max-w-5xl items-center gap-x-12 gap-y-10 px-4 py-12 sm:px-6 lg:min-h-[calc(100svh-3.5rem)] lg:grid-cols-2">
        <div>
          <p className="eyebrow mb-4">
            <span className="text-accent">$</span> connect --with developers
          </p>
          <PageHeading title={SITE} className="text-4xl font-bold tracking-tight sm:text-5xl">
            {SITE}
          </PageHeading>
          <p className="mt-4 text-lg text-muted">
            Create a developer profile/portfolio, share posts and get help from other developers
          </p>
          <div className="mt-8 flex gap-3">
            <ButtonLink to="/register">Sign Up</ButtonLink>
            <ButtonLink to="/login" look="secondary">
              Login
            </ButtonLink>
          </div>
          <dl className="mt-10 grid gap-5 border-t border-line pt-8">
            {reasons.map(([what, why]) => (
              <div key={what}>
                <dt className="font-medium">{what}</dt>
                <dd className="text-sm text-muted">{why}</dd>
              </div>
            ))}
          </dl>
        </div>
        <img
          src={picture}
          alt=""
          width={512}
          height={510}
          className="h-auto w-full max-lg:mx-auto max-lg:max-w-md"
        />
      </div>
    </OnlyForGuests>
  )
}
