import type { NewEducation, NewExperience } from '../../contract/profiles.ts'
import { PERSONAS } from './content/personas.ts'
import { COMPANIES, COURSES, SCHOOLS, STUDY_NOTES } from './content/places.ts'
import type { Random } from './random.ts'
import type { Person } from './read-content.ts'

type Career = { experience: NewExperience[]; education: NewEducation[] }

export function generateCareer(person: Person, random: Random, now: number): Career {
  const firstJob = person.years * 12 + random.between(2, 10)
  return {
    experience: generateJobs(person, firstJob, random, now),
    education: generateStudies(person, firstJob, random, now),
  }
}

function generateJobs(person: Person, firstJob: number, random: Random, now: number): NewExperience[] {
  const { titles, tasks } = PERSONAS[person.persona]
  const count = Math.min(4, 1 + Math.floor(person.years / random.between(3, 5)))
  const companies = random.sample(COMPANIES, count)
  const descriptions = random.shuffled(tasks)
  const isLearning = person.status === 'Student or Learning'
  return companies.map((company, i) => {
    const start = Math.round(firstJob * (1 - i / count))
    const isLast = i === count - 1
    const current = isLast && !(isLearning && random.chance(0.4))
    const end = isLast ? 1 : Math.round(firstJob * (1 - (i + 1) / count)) + random.between(1, 3)
    return {
      title: titleOf(person, titles, count === 1 ? 1 : i / (count - 1)),
      company,
      location: random.chance(0.25) ? 'Remote' : person.location,
      from: monthsAgo(now, start, '01'),
      to: current ? null : monthsAgo(now, Math.min(end, start), '28'),
      current,
      description: descriptions[i % descriptions.length] ?? null,
    }
  })
}

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

function generateStudies(person: Person, firstJob: number, random: Random, now: number): NewEducation[] {
  const city = person.location.split(',')[0] ?? ''
  const schools = random.shuffled(SCHOOLS).map((school) => school.replace('%s', city))
  const { studies } = PERSONAS[person.persona]
  const note = () => (random.chance(0.6) ? random.pick(STUDY_NOTES) : null)
  const isLearning = person.persona === 'student'
  const ended = isLearning ? 0 : firstJob + random.between(1, 4)
  const length = isLearning ? random.between(9, 30) : 12 * random.between(3, 4) - 2

  const [school = '', secondSchool = '', thirdSchool = ''] = schools
  const fieldofstudy = random.pick(studies)
  const education: NewEducation[] = [
    {
      school,
      degree: random.pick(['BSc', 'BSc', 'BA', 'Diploma']),
      fieldofstudy,
      from: monthsAgo(now, ended + length, '01'),
      to: isLearning ? null : monthsAgo(now, ended, '28'),
      current: isLearning,
      description: note(),
    },
  ]
  const [first] = education
  if (first && !isLearning && person.years >= 5 && random.chance(0.4)) {
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
    const start = isLearning
      ? ended + length + random.between(8, 14)
      : random.between(6, Math.max(10, firstJob - 6))
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

export function monthsAgo(now: number, months: number, day: string): string {
  const date = new Date(now)
  const month = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - months))
  return `${month.toISOString().slice(0, 7)}-${day}`
}
