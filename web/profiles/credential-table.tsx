import { useState } from 'react'
import type { FieldError } from '../api.ts'
import { type Thunk, useAppDispatch } from '../store.ts'
import { Button } from '../ui/button.tsx'
import { FailureLine } from '../ui/failure.tsx'
import { Period } from './period.tsx'

type Row = { _id: string; what: string; which: string; from: string | null; to: string | null }
type Remove = (id: string) => Thunk<Promise<FieldError[]>>

type Props = {
  heading: string
  columns: [string, string, string]
  rows: Row[]
  remove: Remove
}

/** Credentials as the dashboard lists them, each with a way to remove it. */
export function CredentialTable({ heading, columns, rows, remove }: Props) {
  return (
    <section className="mt-10">
      <h2 className="text-xl font-semibold">{heading}</h2>
      <div className="card mt-3 overflow-hidden">
        <table className="w-full table-fixed text-left text-[0.8125rem] sm:text-base">
          <thead className="border-b border-line bg-sunken text-muted sm:text-sm">
            <tr>
              {columns.map((column, index) => (
                <th
                  key={column}
                  scope="col"
                  className={`px-2 py-2 font-medium sm:px-4 ${index === 2 ? 'w-24 sm:w-60' : ''}`}
                >
                  {column}
                </th>
              ))}
              <th scope="col" className="w-20 sm:w-28">
                <span className="sr-only">Action</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <CredentialRow key={row._id} row={row} remove={remove} />
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}

function CredentialRow({ row, remove }: { row: Row; remove: Remove }) {
  const dispatch = useAppDispatch()
  const [pending, setPending] = useState(false)
  const [errors, setErrors] = useState<FieldError[]>([])
  const labelId = `credential-${row._id}`

  async function press() {
    setPending(true)
    setErrors(await dispatch(remove(row._id)))
    setPending(false)
  }

  return (
    <tr className="border-b border-line align-top last:border-0">
      <td id={labelId} className="px-2 py-3 font-medium sm:px-4">
        <bdi>{row.what}</bdi>
      </td>
      <td className="px-2 py-3 sm:px-4">
        <bdi>{row.which}</bdi>
      </td>
      <td className="px-2 py-3 font-mono text-xs/5 text-muted sm:px-4 sm:text-sm/6">
        <Period from={row.from} to={row.to} />
      </td>
      <td className="py-2 pr-2 text-right sm:pr-3">
        <Button look="quiet-danger" size="small" pending={pending} onClick={press} aria-describedby={labelId}>
          Delete
        </Button>
        <FailureLine msg={errors[0]?.msg} />
      </td>
    </tr>
  )
}
