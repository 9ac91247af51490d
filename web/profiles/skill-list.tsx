export function SkillList({ skills }: { skills: string[] }) {
  return (
    <ul className="flex flex-wrap gap-2">
      {skills.map((skill) => (
        <li
          key={skill}
          className="rounded-md bg-accent-soft px-2 py-0.5 font-mono text-sm text-accent-strong print:bg-transparent print:px-0"
        >
          <bdi>{skill}</bdi>
        </li>
      ))}
    </ul>
  )
}
