import { type ChangeEvent, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { MAX_RESUME_BYTES } from '../../../../contract/limits.ts'
import type { Profile } from '../../../../contract/profiles.ts'
import type { ImportedResume } from '../../../../contract/resume.ts'
import { errorsOf, fieldErrors } from '../../../app/api/results.ts'
import { useAppSelector } from '../../../app/state/store.ts'
import { Button } from '../../../ui/button.tsx'
import { FailureLine } from '../../../ui/failure.tsx'
import {
  useImportResumeMutation,
  useLazyStoredProfileQuery,
  usePreviewResumeMutation,
} from '../profile-api.ts'
import { ResumePreview } from './resume-preview.tsx'

type Resume = Record<string, unknown>
type Chosen = { resume: Resume; before: Profile | null; preview: ImportedResume }

export function ImportResume() {
  const [previewResume] = usePreviewResumeMutation()
  const [importResume] = useImportResumeMutation()
  const [loadStored] = useLazyStoredProfileQuery()
  const navigate = useNavigate()
  const hasProfile = useAppSelector((state) => state.auth.user?.hasProfile)
  const input = useRef<HTMLInputElement>(null)
  const [chosen, setChosen] = useState<Chosen>()
  const [pending, setPending] = useState(false)
  const [failure, setFailure] = useState<string>()

  async function choose({ target }: ChangeEvent<HTMLInputElement>) {
    const file = target.files?.[0]
    target.value = ''
    setChosen(undefined)
    setFailure(undefined)
    if (!file) return
    setPending(true)
    const resume = await readResume(file)
    if (resume) await preview(resume)
    else setFailure('Choose a JSON Resume of at most 256 KB')
    setPending(false)
  }

  async function preview(resume: Resume) {
    const { data: preview, error } = await previewResume({ query: { preview: 'true' }, body: resume })
    const stored = preview && hasProfile ? await loadStored() : undefined
    if (preview && !stored?.error) setChosen({ resume, before: stored?.data ?? null, preview })
    setFailure(fieldErrors(error ?? stored?.error)[0]?.msg)
  }

  async function confirm({ resume }: Chosen) {
    setPending(true)
    const sent = importResume({ query: {}, body: resume, onSent: () => navigate('/dashboard') })
    setFailure((await errorsOf(sent))[0]?.msg)
    setPending(false)
  }

  return (
    <section className="grid justify-items-start gap-4">
      <div>
        <h2 className="text-lg font-semibold">Import résumé</h2>
        <p className="mt-1 text-muted">
          Adds what is new from a JSON Resume file. Nothing in your profile is changed or deleted.
        </p>
      </div>
      <Button variant="secondary" pending={pending && !chosen} onClick={() => input.current?.click()}>
        Choose file
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        accept="application/json,.json"
        aria-label="Résumé file"
        onChange={choose}
      />
      {chosen && (
        <div className="card grid w-full justify-items-start gap-4 p-4" aria-live="polite">
          <ResumePreview {...chosen} />
          <div className="flex flex-wrap gap-2">
            <Button pending={pending} onClick={() => void confirm(chosen)}>
              Import
            </Button>
            <Button variant="quiet" onClick={() => setChosen(undefined)}>
              Cancel
            </Button>
          </div>
        </div>
      )}
      <FailureLine msg={failure} />
    </section>
  )
}

async function readResume(file: File): Promise<Resume | undefined> {
  if (file.size > MAX_RESUME_BYTES) return undefined
  try {
    const resume: unknown = JSON.parse(await file.text())
    return typeof resume === 'object' && resume !== null && !Array.isArray(resume)
      ? (resume as Resume)
      : undefined
  } catch {
    return undefined
  }
}
