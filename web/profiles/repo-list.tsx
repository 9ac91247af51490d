import type { Repo } from '../../contract/profiles.ts'
import { useAppDispatch, useAppSelector } from '../store.ts'
import { Failure } from '../ui/failure.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { isWebAddress } from '../ui/split-links.ts'
import { useLoad } from '../ui/use-load.ts'
import { loadRepos } from './profile-calls.ts'

export function RepoList({ username }: { username: string }) {
  const dispatch = useAppDispatch()
  const repos = useAppSelector((state) => state.profile.repos)
  const { status, retry } = useLoad(username, (signal) => dispatch(loadRepos(username, signal)))
  return (
    <section className="card p-6 sm:p-8 print:hidden">
      <h2 className="mb-4 text-xl font-semibold">Github Repos</h2>
      {status === 'loading' && <Spinner />}
      {status === 'failed' && <Failure msg="Github does not answer at the moment." onRetry={retry} />}
      {status === 'missing' && (
        <p className="text-muted">
          Github knows no user named <bdi>{username}</bdi>.
        </p>
      )}
      {status === 'ready' && repos.length === 0 && (
        <p className="text-muted">
          <bdi>{username}</bdi> has no public repositories yet.
        </p>
      )}
      {status === 'ready' && (
        <ul className="divide-y divide-line">
          {repos.map((repo) => (
            <RepoEntry key={repo.id} repo={repo} />
          ))}
        </ul>
      )}
    </section>
  )
}

function RepoEntry({ repo }: { repo: Repo }) {
  return (
    <li className="flex flex-col gap-3 py-4 first:pt-0 last:pb-0 sm:flex-row sm:justify-between sm:gap-6">
      <div className="min-w-0">
        <h3 className="font-mono font-medium">
          {isWebAddress(repo.html_url) ? (
            <a href={repo.html_url} target="_blank" rel="nofollow ugc noopener" className="text-link">
              <bdi>{repo.name}</bdi>
            </a>
          ) : (
            <bdi>{repo.name}</bdi>
          )}
        </h3>
        {repo.description && (
          <p dir="auto" className="mt-1 text-muted">
            {repo.description}
          </p>
        )}
      </div>
      <ul className="flex shrink-0 flex-wrap gap-2 font-mono text-xs sm:w-32 sm:flex-col">
        <Badge text={`Stars: ${repo.stargazers_count}`} />
        <Badge text={`Watchers: ${repo.watchers_count}`} />
        <Badge text={`Forks: ${repo.forks_count}`} />
      </ul>
    </li>
  )
}

function Badge({ text }: { text: string }) {
  return <li className="rounded-md border border-line bg-sunken px-2 py-0.5">{text}</li>
}
