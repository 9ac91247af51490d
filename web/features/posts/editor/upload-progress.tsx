import type { Upload } from './use-pictures.ts'

export function UploadProgress({ upload: { name, share } }: { upload: Upload }) {
  const percent = Math.round(share * 100)
  return (
    <p className="mt-1 flex items-center gap-2 text-sm text-muted">
      <span className="min-w-0 truncate">Uploading {name}</span>
      <progress value={percent} max={100} aria-label={`Uploading ${name}`} className="w-24 accent-accent" />
      <span className="font-mono" aria-hidden="true">
        {percent} %
      </span>
    </p>
  )
}
