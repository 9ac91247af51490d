import { Code, ExternalLink } from 'lucide-react'
import type { ReactNode } from 'react'
import { asWebAddress } from '../../../../contract/fields/web-address.ts'
import type { Project } from '../../../../contract/projects.ts'
import { formatTenure } from '../../../ui/dates.ts'
import { PatternImage } from '../../../ui/pattern.tsx'
import { Prose } from '../../markdown/prose.tsx'
import { SkillList } from '../skill-list.tsx'

export function ProjectCards({ projects }: { projects: Project[] }) {
  if (projects.length === 0) return null
  return (
    <section className="print:mt-6">
      <h2 className="text-xl font-semibold">Projects</h2>
      <ul className="mt-4 grid gap-4 sm:grid-cols-2 print:mt-2 print:block">
        {projects.map((project) => (
          <ProjectCard key={project._id} project={project} />
        ))}
      </ul>
    </section>
  )
}

function ProjectCard({ project }: { project: Project }) {
  const { _id, name, description, html, picture, skills, from, to } = project
  const site = asWebAddress(project.url ?? '')
  const source = asWebAddress(project.source ?? '')
  return (
    <li className="card grid grid-rows-[auto_1fr] overflow-hidden print:mb-4 print:block print:break-inside-avoid print:border-0">
      {picture ? (
        <img src={picture} alt="" loading="lazy" className="aspect-2/1 w-full object-cover print:hidden" />
      ) : (
        <PatternImage id={_id} columns={24} rows={12} className="aspect-2/1 w-full print:hidden" />
      )}
      <div className="grid content-start gap-2 p-4 print:p-0">
        <div>
          <h3 className="text-lg font-semibold">
            <bdi>{name}</bdi>
          </h3>
          {(from || to) && <p className="font-mono text-sm text-muted">{formatTenure(from, to)}</p>}
        </div>
        {description && (
          <div className="line-clamp-5 print:line-clamp-none">
            <Prose text={description} html={html ?? undefined} />
          </div>
        )}
        {skills.length > 0 && <SkillList skills={skills} linked={false} />}
        {(site || source) && (
          <p className="flex flex-wrap gap-x-4 gap-y-1">
            {site && (
              <CardLink href={site} text="Visit">
                <ExternalLink size={15} aria-hidden="true" />
              </CardLink>
            )}
            {source && (
              <CardLink href={source} text="Source code">
                <Code size={15} aria-hidden="true" />
              </CardLink>
            )}
          </p>
        )}
      </div>
    </li>
  )
}

function CardLink({ href, text, children }: { href: string; text: string; children: ReactNode }) {
  return (
    <a
      href={href}
      target="_blank"
      rel="nofollow ugc noopener"
      title={href}
      className="inline-flex min-h-6 items-center gap-1.5 text-sm font-medium text-link pointer-coarse:min-h-11"
    >
      <span className="contents print:hidden">
        {children} {text}
      </span>
      <span className="hidden print:inline">
        {href.replace(/^https?:\/\/(?:www\.)?/, '').replace(/\/$/, '')}
      </span>
    </a>
  )
}
