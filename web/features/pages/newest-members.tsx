import { useEffect, useMemo } from 'react'
import { Link } from 'react-router'
import { listedPosts } from '../../app/state/post-slice.ts'
import { useAppDispatch, useAppSelector } from '../../app/state/store.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Job } from '../profiles/job.tsx'
import { loadProfiles } from '../profiles/profile-calls.ts'

const SHOWN = 5

/** Members who are not in the feed yet, so that no name appears twice. Optional: a failure renders nothing. */
export function NewestMembers() {
  const dispatch = useAppDispatch()
  const posts = useAppSelector((state) => listedPosts(state.post))
  const profiles = useAppSelector((state) => state.profile.profiles)
  const user = useAppSelector((state) => state.auth.user)
  const isUnknown = profiles.length === 0

  useEffect(() => {
    if (!isUnknown) return undefined
    const left = new AbortController()
    void dispatch(loadProfiles(left.signal))
    return () => left.abort()
  }, [dispatch, isUnknown])

  const newest = useMemo(() => {
    const names = new Set([user?.name, ...posts.map(({ name }) => name)])
    return profiles.filter((profile) => !names.has(profile.user.name)).slice(0, SHOWN)
  }, [profiles, posts, user])

  if (newest.length === 0) return null
  return (
    <section>
      <h2 className="caption mb-3">New members</h2>
      <ul className="grid gap-1">
        {newest.map((profile) => (
          <li
            key={profile._id}
            className="relative -mx-2 flex items-center gap-3 rounded-lg px-2 py-1.5 hover:bg-sunken"
          >
            <Avatar id={profile.user._id} name={profile.user.name} src={profile.user.avatar} />
            <div className="min-w-0">
              <Link
                to={`/profile/${profile.user._id}`}
                className="stretched-link block truncate leading-5 font-semibold"
              >
                <bdi>{profile.user.name}</bdi>
              </Link>
              <p className="truncate text-sm text-muted">
                <Job profile={profile} />
              </p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
