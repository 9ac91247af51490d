import { Link } from 'react-router'
import { skillAddress } from './skill-address.ts'

type Props = {
  skills: string[]
  linked: boolean
  marked?: string[]
}

const chip =
  'block rounded-md border border-line bg-sunken px-2 font-mono text-sm leading-6 print:border-0 print:bg-transparent print:px-0'

export function SkillList({ skills, linked, marked = [] }: Props) {
  return (
    <ul className="flex flex-wrap gap-1.5 print:gap-x-4">
      {skills.map((skill) => (
        <li
          key={skill}
          className={`min-w-0 ${marked.includes(skill) ? '*:border-fresh *:bg-fresh-soft *:font-medium' : ''}`}
        >
          {linked ? (
            <Link to={skillAddress(skill)} className={`${chip} hover:border-line-strong hover:underline`}>
              <bdi>{skill}</bdi>
            </Link>
          ) : (
            <span className={chip}>
              <bdi>{skill}</bdi>
            </span>
          )}
        </li>
      ))}
    </ul>
  )
}
