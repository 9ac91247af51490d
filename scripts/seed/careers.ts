import type { NewEducation, NewExperience } from '../../contract/profiles.ts'
import { PERSONAS } from './personas.ts'
import { COMPANIES, COURSES, SCHOOLS, STUDY_NOTES } from './places.ts'
import type { Random } from './random.ts'
import type { Person } from './read-content.ts'

/** All periods are counted in months before now, so that a career is consistent whenever it is made. */
type Career = { experience: NewExperience[]; education: NewEducation[] }

export function imagineCareer(person: Person, random: Random, now: number): Career {
  const began = person.years * 12 + random.between(2, 10)
  return {
    experience: imagineJobs(person, began, random, now),
    education: imagineStudies(person, began, random, now),
  }
}

function imagineJobs(person: Person, began: number, random: Random, now: number): NewExperience[] {
  const { titles, tasks } = PERSONAS[person.persona]
  const count = Math.min(4, 1 + Math.floor(person.years / random.between(3, 5)))
  const companies = random.some(COMPANIES, count)
  const described = random.shuffled(tasks)
  const learning = person.status === 'Student or Learning'
  return companies.map((company, i) => {
    const start = Math.round(began * (1 - i / count))
    const last = i === count - 1
    const current = last && !(learning && random.chance(0.4))
    const end = last ? 1 : Math.round(began * (1 - (i + 1) / count)) + random.between(1, 3)
    return {
      title: titleOf(person, titles, count === 1 ? 1 : i / (count - 1)),
      company,
      location: random.chance(0.25) ? 'Remote' : person.location,
      from: monthsAgo(now, start, '01'),
      to: current ? null : monthsAgo(now, Math.min(end, start), '28'),
      current,
      description: described[i % described.length] ?? null,
    }
  })
}

/** How high on the ladder of titles each status has come. */
const HIGHEST = {
  'Junior Developer': 0,
  Developer: 1,
  'Senior Developer': 2,
  Manager: 2,
  Instructor: 2,
  Other: 2,
  'Student or Learning': 1,
  Intern: 2,
} as const satisfies Record<Person['status'], number>

function titleOf(person: Person, titles: readonly string[], progress: number): string {
  if (person.status === 'Intern') return 'Software Intern'
  return titles[Math.round(HIGHEST[person.status] * progress)] ?? ''
}

function imagineStudies(person: Person, began: number, random: Random, now: number): NewEducation[] {
  const city = person.location.split(',')[0] ?? ''
  const schools = random.shuffled(SCHOOLS).map((school) => school.replace('%s', city))
  const { studies } = PERSONAS[person.persona]
  const note = () => (random.chance(0.6) ? random.pick(STUDY_NOTES) : null)
  const learning = person.persona === 'student'
  const ended = learning ? 0 : began + random.between(1, 4)
  const length = learning ? random.between(9, 30) : 12 * random.between(3, 4) - 2

  const [school = '', secondSchool = '', thirdSchool = ''] = schools
  const fieldofstudy = random.pick(studies)
  const education: NewEducation[] = [
    {
      school,
      degree: random.pick(['BSc', 'BSc', 'BA', 'Diploma']),
      fieldofstudy,
      from: monthsAgo(now, ended + length, '01'),
      to: learning ? null : monthsAgo(now, ended, '28'),
      current: learning,
      description: note(),
    },
  ]
  const [first] = education
  if (first && !learning && person.years >= 5 && random.chance(0.4)) {
    // The master comes between the first degree and the first job, so the first degree moves back.
    const master = random.between(16, 24)
    first.from = monthsAgo(now, ended + length + master + 2, '01')
    first.to = monthsAgo(now, ended + master + 2, '28')
    education.push({
      school: secondSchool,
      degree: 'MSc',
      fieldofstudy,
      from: monthsAgo(now, ended + master, '01'),
      to: monthsAgo(now, ended, '28'),
      current: false,
      description: note(),
    })
  }
  if (random.chance(0.35)) {
    const start = learning
      ? ended + length + random.between(8, 14)
      : random.between(6, Math.max(10, began - 6))
    education.push({
      school: thirdSchool,
      ...random.pick(COURSES),
      from: monthsAgo(now, start, '01'),
      to: monthsAgo(now, start - random.between(2, 5), '28'),
      current: false,
      description: null,
    })
  }
  return education
}

function monthsAgo(now: number, months: number, day: string): string {
  const date = new Date(now)
  const month = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - months))
  return `${month.toISOString().slice(0, 7)}-${day}`
}
