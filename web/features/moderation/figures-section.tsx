import { Failure } from '../../ui/failure.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { DayChart } from './day-chart.tsx'
import { useFiguresQuery } from './moderation-api.ts'

export function FiguresSection() {
  const { data: figures, isFetching, refetch } = useFiguresQuery()
  if (!figures && isFetching) return <Spinner />
  if (!figures) return <Failure msg="Couldn't load the figures." onRetry={refetch} />
  const { members, active, posts, comments, medianAnswerSeconds } = figures
  const facts = [
    ['Members', members.toLocaleString()],
    ['Active in 7 days', active.toLocaleString()],
    ['Posts', posts.toLocaleString()],
    ['Comments', comments.toLocaleString()],
    ['Median time to first answer', medianAnswerSeconds === null ? '–' : inWords(medianAnswerSeconds)],
  ]
  return (
    <section className="grid gap-8">
      <h2 className="sr-only">Overview</h2>
      <dl className="grid grid-cols-2 gap-x-6 gap-y-5 sm:grid-cols-3 columns:grid-cols-5">
        {facts.map(([label, figure]) => (
          <div key={label} className="flex flex-col-reverse justify-end">
            <dt className="text-sm text-muted">{label}</dt>
            <dd className="font-mono text-xl font-semibold">{figure}</dd>
          </div>
        ))}
      </dl>
      <div className="grid gap-8 columns:grid-cols-2">
        <DayChart heading="New members" days={figures.registrationsByDay} />
        <DayChart heading="Posts" days={figures.postsByDay} />
      </div>
    </section>
  )
}

const UNITS = [
  [86_400, 'd'],
  [3_600, 'h'],
  [60, 'min'],
  [1, 's'],
] as const

function inWords(seconds: number): string {
  const [size, unit] = UNITS.find(([size]) => seconds >= size) ?? UNITS[3]
  return `${Math.round(seconds / size)} ${unit}`
}
