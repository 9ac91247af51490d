import { Search } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
import type { Member } from '../../../contract/accounts.ts'
import { MAX_LENGTH } from '../../../contract/limits.ts'
import { useSite } from '../../app/state/use-site.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { textOf } from '../../ui/forms/use-form.ts'
import { PagedFrame } from '../../ui/lists/paged-list.tsx'
import { usePages } from '../../ui/lists/use-pages.ts'
import { MemberRow } from './member-row.tsx'
import { useMembersInfiniteQuery } from './moderation-api.ts'

export function Members() {
  const headingId = useId()
  const [q, setQ] = useState('')
  const { mail } = useSite()
  const query = useMembersInfiniteQuery({ query: q ? { q } : {} })
  const members = usePages<Member, HTMLTableElement>(query)

  function search(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    setQ(textOf(event.currentTarget).q?.trim() ?? '')
  }

  return (
    <section>
      <h2 id={headingId} className="sr-only">
        Members
      </h2>
      <form onSubmit={search} className="flex max-w-lg items-end gap-2">
        <div className="min-w-0 flex-1">
          <Field
            label="Search members"
            name="q"
            type="search"
            maxLength={MAX_LENGTH.search}
            placeholder="Name, handle or email"
          />
        </div>
        <Button type="submit" variant="secondary" className="min-h-[2.625rem]">
          <Search size={16} aria-hidden="true" /> Search
        </Button>
      </form>
      <p role="status" className="sr-only">
        {members.status === 'ready' && `${members.items.length} members shown`}
      </p>
      <PagedFrame pages={members} empty="No one found">
        <table
          ref={members.list}
          aria-labelledby={headingId}
          className="mt-4 w-full table-fixed text-left max-md:block"
        >
          <thead className="text-sm text-muted max-md:sr-only">
            <tr>
              <th scope="col" className="py-2 font-medium">
                Name
              </th>
              <th scope="col" className="font-medium">
                Email
              </th>
              <th scope="col" className="w-28 font-medium max-columns:hidden">
                Joined
              </th>
              <th scope="col" className="w-32 font-medium">
                Role
              </th>
              <th scope="col" className={mail ? 'w-36' : 'w-56'}>
                <span className="sr-only">Actions</span>
              </th>
            </tr>
          </thead>
          {members.items.map((member) => (
            <MemberRow key={member._id} member={member} />
          ))}
        </table>
      </PagedFrame>
    </section>
  )
}
