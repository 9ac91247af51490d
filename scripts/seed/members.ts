import { SOCIAL_NETWORKS } from '../../contract/limits.ts'
import type { NewEducation, NewExperience, NewProfile } from '../../contract/profiles.ts'
import type { NewProject } from '../../contract/projects.ts'
import { generateCareer } from './careers.ts'
import { americas } from './content/people-americas.ts'
import { asia } from './content/people-asia.ts'
import { europe } from './content/people-europe.ts'
import { PERSONAS } from './content/personas.ts'
import { assignProjects } from './projects.ts'
import type { Random } from './random.ts'
import { type Person, readPeople } from './read-content.ts'

const DAY = 24 * 3_600_000
const FIRST_JOINED = 430 * DAY

export type Member = Person & {
  email: string
  joinedAt: number
  activity: number
  profile: NewProfile
  experience: NewExperience[]
  education: NewEducation[]
  projects: NewProject[]
}

export function generateMembers(random: Random, now: number, founders: Set<string>): Member[] {
  const people = random.shuffled([europe, asia, americas].flatMap(readPeople))
  const inOrder = [
    ...people.filter(({ handle }) => founders.has(handle)),
    ...people.filter(({ handle }) => !founders.has(handle)),
  ]
  const projectsOf = assignProjects(inOrder, now)
  return inOrder.map((person, i) => {
    const age = Math.round(FIRST_JOINED * (1 - (i + random.next()) / inOrder.length))
    const { experience, education } = generateCareer(person, random, now)
    return {
      ...person,
      email: `${person.handle}@example.${i % 5 === 3 ? 'org' : 'com'}`,
      joinedAt: now - age,
      activity: 0.3 + random.next() ** 3 * 3,
      profile: generateProfile(person, experience, random),
      experience,
      education,
      projects: projectsOf.get(person) ?? [],
    }
  })
}

function generateProfile(person: Person, experience: NewExperience[], random: Random): NewProfile {
  const { handle, location, status } = person
  const skills = generateSkills(person, random)
  const name = handle.replace(/\W/g, '')
  const link = (network: (typeof SOCIAL_NETWORKS)[number]) =>
    random.chance(0.35) ? `https://${network}.example/${name}` : null
  const [twitter = null, facebook = null, youtube = null, linkedin = null, instagram = null] =
    SOCIAL_NETWORKS.map(link)
  return {
    status,
    company: experience.find(({ current }) => current)?.company ?? null,
    website: random.pick([`https://${name}.example.com`, `https://example.org/${name}`]),
    location,
    skills,
    // Must not be a real user name of the code host.
    githubusername: random.chance(0.4) ? `${name}-demo-account` : null,
    bio: generateBio(person, skills, random),
    twitter,
    facebook,
    youtube,
    linkedin,
    instagram,
    showEmail: 'nobody',
  }
}

function generateSkills({ persona, years }: Person, random: Random): string[] {
  const skills = PERSONAS[persona].skills.split(',')
  const count = Math.min(skills.length, random.between(4, 6) + Math.min(4, Math.floor(years / 3)))
  return random.weighted(skills, (skill) => 1 / (1 + skills.indexOf(skill))).slice(0, count)
}

const CLOSING = [
  'Happy to review pull requests, especially first ones.',
  'Mentoring two juniors at the moment and learning as much as they do.',
  'Looking for people to swap code reviews with.',
  'Write to me if you are near and like coffee.',
  'I speak at small meetups and prefer the questions to the talk.',
  'Slow to answer, but I do answer.',
  'I contribute to open source on rainy days.',
  'Away from the keyboard I am in the mountains or in the kitchen.',
  'I collect old calculators.',
  'Parent of twins, so please excuse the typos.',
  'I sing in a choir, which is distributed consensus with breathing.',
  'I run a small newsletter about readable code.',
  'Currently reading more than writing.',
  'Weekends belong to my bicycle.',
  'I cook better than I document, and I document well.',
  'Part-time, four days a week, and a great believer in it.',
] as const

const LEARNING = [
  'Looking for a study partner in a similar time zone.',
  'Open to internships from next summer.',
  'Please be patient with my questions, I read every answer twice.',
  'I write a short summary of everything that I learn.',
] as const

function generateBio(person: Person, skills: string[], random: Random): string {
  const closing = person.years < 2 ? LEARNING : CLOSING
  const [first, second] = skills
  return [
    person.sentence,
    ...(person.years > 1 && random.chance(0.35) ? [`Ask me about ${first} or ${second}.`] : []),
    ...random.sample(closing, random.between(0, 2)),
  ].join(' ')
}
