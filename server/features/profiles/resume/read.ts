import { type Form, type FormValue, isRecord, readForm } from '../../../../contract/fields/form.ts'
import { MAX_CREDENTIALS, MAX_PROJECTS, SOCIAL_NETWORKS, STATUSES } from '../../../../contract/limits.ts'
import {
  type ProfileChanges as Changes,
  NewEducation,
  NewExperience,
  NewProfile,
  ProfileChanges,
} from '../../../../contract/profiles.ts'
import { NewProject } from '../../../../contract/projects.ts'
import type { NewResume } from '../../../../contract/resume.ts'
import { NETWORK_NAMES } from './document.ts'

type JsonObject = Record<string, unknown>

export type ReadResume = {
  basics: Changes
  account: { name: unknown; email: unknown }
  skills: string[]
  work: NewExperience[]
  education: NewEducation[]
  projects: NewProject[]
  ignored: Set<string>
}

export function readResume(
  { basics, work, education, skills, projects, ...sections }: NewResume,
  codeHost: string,
): ReadResume {
  const ignored = new Set<string>()
  for (const [section, value] of Object.entries(sections)) if (!isEmpty(value)) ignored.add(section)
  const fields = isRecord(basics) ? basics : {}
  if (!isEmpty(basics) && !isRecord(basics)) ignored.add('basics')
  return {
    basics: readBasics(fields, codeHost, ignored),
    account: { name: fields.name, email: fields.email },
    skills: readSkills(skills, ignored),
    work: readItems(
      { path: 'work', list: work, form: NewExperience, max: MAX_CREDENTIALS, read: readJob },
      ignored,
    ),
    education: readItems(
      { path: 'education', list: education, form: NewEducation, max: MAX_CREDENTIALS, read: readStudy },
      ignored,
    ),
    projects: readItems(
      { path: 'projects', list: projects, form: NewProject, max: MAX_PROJECTS, read: readProject },
      ignored,
    ),
    ignored,
  }
}

function readBasics(item: JsonObject, codeHost: string, ignored: Set<string>): Changes {
  const {
    name: _name,
    email: _email,
    label,
    summary,
    company,
    url,
    website,
    location,
    profiles,
    ...rest
  } = item
  ignoreAll('basics', rest, ignored)
  const status = STATUSES.find(
    (status) => typeof label === 'string' && status.toLowerCase() === label.toLowerCase(),
  )
  if (!status && !isEmpty(label)) ignored.add('basics.label: not one of the professional statuses')
  const { value, errors } = readForm(ProfileChanges, {
    status,
    bio: summary,
    company,
    website: url ?? website,
    location: readLocation(location, ignored),
    ...readAccounts(profiles, codeHost, ignored),
  })
  for (const { msg } of errors) ignored.add(`basics: ${msg}`)
  return value
}

function readLocation(location: unknown, ignored: Set<string>): unknown {
  if (!isRecord(location)) return location
  const { city, region, countryCode, ...rest } = location
  ignoreAll('basics.location', rest, ignored)
  return [city, region, countryCode].filter((part) => typeof part === 'string' && part.trim()).join(', ')
}

function readAccounts(profiles: unknown, codeHost: string, ignored: Set<string>): Record<string, unknown> {
  const accounts: Record<string, unknown> = {}
  for (const [index, account] of listIn('basics.profiles', profiles, ignored).entries()) {
    const { network, username, url } = isRecord(account) ? account : {}
    const name = typeof network === 'string' ? network.toLowerCase() : ''
    const social = SOCIAL_NETWORKS.find((network) => NETWORK_NAMES[network].toLowerCase() === name)
    const field = name === codeHost ? 'githubusername' : social
    if (!field || accounts[field] !== undefined) ignored.add(`basics.profiles[${index}]`)
    else accounts[field] = social ? (url ?? username) : (username ?? nameIn(url))
  }
  return accounts
}

const nameIn = (url: unknown) =>
  typeof url === 'string' ? url.replace(/\/+$/, '').split('/').at(-1) : undefined

/** A skill is often a group, whose keywords are the skills. */
function readSkills(list: unknown, ignored: Set<string>): string[] {
  const skills = new Map<string, string>()
  for (const [index, item] of listIn('skills', list, ignored).entries()) {
    const { name, keywords, ...rest } = isRecord(item) ? item : { name: item }
    ignoreAll('skills[]', rest, ignored)
    for (const text of [name, ...listIn(`skills[${index}].keywords`, keywords, ignored)]) {
      if (isEmpty(text)) continue
      const read = NewProfile.fields.skills.read(text)
      if ('msg' in read) ignored.add(`skills[${index}]: ${read.msg}`)
      else
        for (const skill of read.value)
          if (!skills.has(skill.toLowerCase())) skills.set(skill.toLowerCase(), skill)
    }
  }
  return [...skills.values()]
}

type Section<F extends Form> = {
  path: string
  list: unknown
  form: F
  max: number
  read(item: JsonObject): { fields: Record<string, unknown>; rest: JsonObject }
}

function readItems<F extends Form>(section: Section<F>, ignored: Set<string>): FormValue<F>[] {
  const { path, list, form, max, read } = section
  const items = listIn(path, list, ignored)
  if (items.length > max) ignored.add(`${path}: ${items.length - max} beyond the first ${max}`)
  const values: FormValue<F>[] = []
  for (const [index, item] of items.slice(0, max).entries()) {
    const itemPath = `${path}[${index}]`
    if (!isRecord(item)) {
      ignored.add(itemPath)
      continue
    }
    const { fields, rest } = read(item)
    ignoreAll(`${path}[]`, rest, ignored)
    const value = readItem(itemPath, form, fields, ignored)
    if (value) values.push(value)
  }
  return values
}

/** Drops wrong fields unless they are required. */
function readItem<F extends Form>(
  path: string,
  form: F,
  fields: Record<string, unknown>,
  ignored: Set<string>,
): FormValue<F> | undefined {
  for (;;) {
    const { value, errors } = readForm(form, fields)
    if (errors.length === 0) return value
    for (const { msg, field = '' } of errors) {
      ignored.add(`${path}: ${msg}`)
      if (form.fields[field]?.required !== false) return undefined
      delete fields[field]
    }
  }
}

function readJob(item: JsonObject) {
  const { position, name, company, location, startDate, endDate, current, ...texts } = item
  const { description, summary, highlights, ...rest } = texts
  const fields = {
    title: position,
    company: isEmpty(name) ? company : name,
    location,
    ...readPeriod(startDate, endDate),
    current: readCurrent(startDate, endDate, current),
    description: joinTexts([description, summary], highlights),
  }
  return { fields, rest: { ...rest, ...otherThanTexts({ highlights }) } }
}

function readStudy(item: JsonObject) {
  const { institution, studyType, area, startDate, endDate, current, ...texts } = item
  const { description, score, courses, ...rest } = texts
  const isScore = typeof score === 'string' || typeof score === 'number'
  const fields = {
    school: institution,
    degree: isEmpty(studyType) ? area : studyType,
    fieldofstudy: isEmpty(studyType) ? null : area,
    ...readPeriod(startDate, endDate),
    current: readCurrent(startDate, endDate, current),
    description: joinTexts([description, isScore && score !== '' ? `Score: ${score}` : null], courses),
  }
  return { fields, rest: { ...rest, ...(!isScore && { score }), ...otherThanTexts({ courses }) } }
}

function readProject(item: JsonObject) {
  const { name, url, source, description, highlights, keywords, startDate, endDate, ...rest } = item
  const fields = {
    name,
    url,
    source,
    description: joinTexts([description], highlights),
    skills: keywords,
    ...readPeriod(startDate, endDate),
  }
  return { fields, rest: { ...rest, ...otherThanTexts({ highlights }) } }
}

function joinTexts(texts: unknown[], highlights: unknown): unknown {
  const items = Array.isArray(highlights) ? highlights.filter((item) => typeof item === 'string') : []
  const present = texts.filter((text) => !isEmpty(text))
  if (present.some((text) => typeof text !== 'string')) return present
  const bullets = items.map((item) => `- ${item}`).join('\n')
  return [...present, ...(bullets ? [bullets] : [])].join('\n\n')
}

function otherThanTexts(lists: JsonObject): JsonObject {
  const isTexts = (list: unknown) => Array.isArray(list) && list.every((item) => typeof item === 'string')
  return Object.fromEntries(Object.entries(lists).filter(([, list]) => !isTexts(list)))
}

/** A year or month means its first day, but no day before the start. */
function readPeriod(startDate: unknown, endDate: unknown) {
  const from = firstDay(startDate)
  const to = firstDay(endDate)
  const startsWithin =
    typeof from === 'string' && typeof endDate === 'string' && from.startsWith(endDate.trim())
  return { from, to: startsWithin && !isEmpty(endDate) ? from : to }
}

function firstDay(date: unknown): unknown {
  const text = typeof date === 'string' ? date.trim() : date
  if (typeof text !== 'string' || !/^\d{4}(-\d{2})?$/.test(text)) return text
  return `${text}-01${text.length === 4 ? '-01' : ''}`
}

const readCurrent = (startDate: unknown, endDate: unknown, current: unknown) =>
  typeof current === 'boolean' ? current : !isEmpty(startDate) && isEmpty(endDate)

function listIn(path: string, list: unknown, ignored: Set<string>): unknown[] {
  if (!isEmpty(list) && !Array.isArray(list)) ignored.add(`${path}: not a list`)
  return Array.isArray(list) ? list : []
}

function ignoreAll(path: string, rest: JsonObject, ignored: Set<string>): void {
  for (const [key, value] of Object.entries(rest))
    if (!isEmpty(value)) ignored.add(`${path}.${key.slice(0, 50)}`)
}

const isEmpty = (value: unknown) =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
