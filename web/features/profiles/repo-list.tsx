import type { ReactNode } from 'react'
import type { Repo } from '../../../contract/profiles.ts'
import { loadStatus } from '../../app/api/results.ts'
import { useAppSelector } from '../../app/state/store.ts'
import { Failure } from '../../ui/failure.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { isWebAddress } from '../markdown/split-links.ts'
import { useReposQuery } from './profile-api.ts'

export function RepoList({ username, children }: { username: string; children: ReactNode }) {
  const repos = useAppSelector((state) => state.profile.repos)
  const query = useReposQuery({ params: { username } })
  const status = loadStatus(query)
  return (
    <>
      <section className="print:hidden">
        <h2 className="mb-2 text-xl font-semibold">Github Repos</h2>
        {status === 'loading' && <Spinner />}
        {status === 'failed' && <Failure msg="Couldn't load repositories." onRetry={query.refetch} />}
        {status === 'missing' && (
          <p className="text-muted">
            No Github user named <bdi>{username}</bdi>.
          </p>
        )}
        {status === 'ready' && repos.length === 0 && (
          <p className="text-muted">
            <bdi>{username}</bdi> has no public repositories yet.
          </p>
        )}
        {status === 'ready' && (
          <ul className="grid gap-4 max-columns:sm:grid-cols-2">
            {repos.map((repo) => (
              <RepoItem key={repo.id} repo={repo} />
            ))}
          </ul>
        )}
      </section>
      {status !== 'loading' && children}
    </>
  )
}

function RepoItem({ repo }: { repo: Repo }) {
  return (
    <li className="min-w-0">
      <h3 className="font-mono font-medium tracking-normal">
        {isWebAddress(repo.html_url) ? (
          <a href={repo.html_url} target="_blank" rel="nofollow ugc noopener" className="text-link">
            <bdi>{repo.name}</bdi>
          </a>
        ) : (
          <bdi>{repo.name}</bdi>
        )}
      </h3>
      {repo.description && (
        <p dir="auto" className="line-clamp-2 text-sm text-muted">
          {repo.description}
        </p>
      )}
      <ul className="mt-0.5 flex flex-wrap gap-x-3 text-[0.75rem] text-muted">
        <li>{`Stars: ${repo.stargazers_count}`}</li>
        <li>{`Watchers: ${repo.watchers_count}`}</li>
        <li>{`Forks: ${repo.forks_count}`}</li>
      </ul>
    </li>
  )
}
