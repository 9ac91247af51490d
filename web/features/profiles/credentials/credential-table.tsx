import { Pencil } from 'lucide-react'
import { useId, useRef } from 'react'
import { useNavigate } from 'react-router'
import { errorsOf } from '../../../app/api/results.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { FailureLine } from '../../../ui/failure.tsx'
import { useAction } from '../../../ui/forms/use-action.ts'
import { focusAfterRemoval } from '../../../ui/lists/focus.ts'
import { Period } from './period.tsx'

type Row = { _id: string; organization: string; title: string; from: string | null; to: string | null }
type Remove = (sent: { params: { id: string } }) => Promise<{ error?: unknown }>

type Props = {
  heading: string
  columns: [string, string, string]
  rows: Row[]
  empty: { text: string; action: string; to: string }
  edit: string | undefined
  remove: Remove
}

// Explicit roles, because browsers drop the roles of a table whose display is changed.
const TABLE = { role: 'table' }
const GROUP = { role: 'rowgroup' }
const ROW = { role: 'row' }
const HEADER = { role: 'columnheader' }
const CELL = { role: 'cell' }

export function CredentialTable({ heading, columns, rows, empty, edit, remove }: Props) {
  const navigate = useNavigate()
  const headingId = useId()
  return (
    <section className="mt-10">
      <h2 id={headingId} className="text-xl font-semibold">
        {heading}
      </h2>
      <table
        {...TABLE}
        aria-labelledby={headingId}
        className={rows.length > 0 ? 'mt-3 w-full table-fixed text-left max-sm:block' : 'sr-only'}
      >
        <thead {...GROUP} className="border-b border-line text-sm text-muted max-sm:sr-only">
          <tr {...ROW}>
            {columns.map((column, index) => (
              <th
                key={column}
                {...HEADER}
                scope="col"
                className={`py-2 pr-4 font-medium ${index === 2 ? 'w-56' : ''}`}
              >
                {column}
              </th>
            ))}
            <th {...HEADER} scope="col" className="w-28">
              <span className="sr-only">Action</span>
            </th>
          </tr>
        </thead>
        <tbody {...GROUP} className="max-sm:block max-sm:border-t max-sm:border-line">
          {rows.map((row) => (
            <CredentialRow key={row._id} row={row} edit={edit} remove={remove} />
          ))}
        </tbody>
      </table>
      {rows.length === 0 && (
        <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-2">
          <p className="text-muted">{empty.text}</p>
          {/* No link: the one above is the only one to its page. */}
          <Button variant="secondary" size="small" onClick={() => navigate(empty.to)}>
            {empty.action}
          </Button>
        </div>
      )}
    </section>
  )
}

type RowProps = Pick<Props, 'edit' | 'remove'> & { row: Row }

function CredentialRow({ row, edit, remove }: RowProps) {
  const item = useRef<HTMLTableRowElement>(null)
  const { pending, failure, run } = useAction()
  const labelId = `credential-${row._id}`

  async function press() {
    const moveFocus = focusAfterRemoval(item.current)
    if (await run(() => errorsOf(remove({ params: { id: row._id } })))) moveFocus()
  }

  const cell = 'pr-4 max-sm:block sm:py-3'
  return (
    <tr
      ref={item}
      {...ROW}
      data-item={row._id}
      tabIndex={-1}
      className="border-b border-line align-baseline max-sm:relative max-sm:block max-sm:py-3"
    >
      <td {...CELL} id={labelId} className={`${cell} font-medium max-sm:pr-28`}>
        <bdi>{row.organization}</bdi>
      </td>
      <td {...CELL} className={cell}>
        <bdi>{row.title}</bdi>
      </td>
      <td {...CELL} className={`${cell} font-mono text-sm text-muted`}>
        <Period from={row.from} to={row.to} />
      </td>
      <td {...CELL} className="text-right max-sm:absolute max-sm:top-1.5 max-sm:right-0">
        {edit && (
          <ButtonLink
            to={`${edit}/${row._id}`}
            variant="quiet"
            size="action"
            aria-label="Edit"
            aria-describedby={labelId}
            title="Edit"
            className="align-middle"
          >
            <Pencil size={16} aria-hidden="true" />
          </ButtonLink>
        )}
        <Button
          variant="quiet-danger"
          size="action"
          pending={pending}
          onClick={press}
          aria-describedby={labelId}
          className="align-middle"
        >
          Delete
        </Button>
        <FailureLine msg={failure} />
      </td>
    </tr>
  )
}
