export function SkillList({ skills }: { skills: string[] }) {
  return (
    <ul className="flex flex-wrap gap-1.5 print:gap-x-4">
      {skills.map((skill) => (
        <li
          key={skill}
          className="rounded-md border border-line bg-sunken px-2 font-mono text-sm leading-6 print:border-0 print:bg-transparent print:px-0"
        >
          <bdi>{skill}</bdi>
        </li>
      ))}
    </ul>
  )
}
