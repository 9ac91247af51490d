import { useState } from 'react'
import type { FieldError } from '../../../contract/errors.ts'
import { request } from '../../app/api/request.ts'
import { toCallError, unreachable } from '../../app/api/results.ts'
import { useAppSelector } from '../../app/state/store.ts'
import { Button } from '../../ui/button.tsx'
import { FailureLine } from '../../ui/failure.tsx'
import { useAction } from '../../ui/forms/use-action.ts'

const FILE_NAME = 'export.zip'

export function DataExport() {
  const token = useAppSelector((state) => state.auth.token)
  const [bytes, setBytes] = useState(0)
  const { pending, failure, run } = useAction()

  async function download(): Promise<FieldError[]> {
    setBytes(0)
    try {
      save(await loadExport(token, setBytes))
      return []
    } catch (thrown) {
      return toCallError(thrown).errors
    }
  }

  return (
    <section>
      <h2 className="text-lg font-semibold">Data</h2>
      <p className="mt-1 mb-4 text-muted">
        Download your account, profile, posts, comments, likes, bookmarks, follows and pictures as a ZIP file.
      </p>
      <Button variant="secondary" pending={pending} onClick={() => void run(download)}>
        Download your data
      </Button>
      <p role="status" className="mt-2 text-muted empty:hidden">
        {pending && bytes > 0 ? `${inMegabytes(bytes)} MB so far` : ''}
      </p>
      <FailureLine msg={failure} />
    </section>
  )
}

const inMegabytes = (bytes: number) => (bytes / 1024 / 1024).toFixed(1)

async function loadExport(token: string | null, onProgress: (bytes: number) => void): Promise<Blob> {
  const { body } = await request('GET /api/auth/export', { token, hasTimeOut: false })
  let bytes = 0
  const counter = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      bytes += chunk.length
      onProgress(bytes)
      controller.enqueue(chunk)
    },
  })
  try {
    return await new Response(body?.pipeThrough(counter)).blob()
  } catch {
    throw unreachable()
  }
}

function save(file: Blob): void {
  const url = URL.createObjectURL(file)
  Object.assign(document.createElement('a'), { href: url, download: FILE_NAME }).click()
  URL.revokeObjectURL(url)
}
