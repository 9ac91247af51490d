import { Mail } from 'lucide-react'

export function ProfileEmail({ email }: { email: string }) {
  return (
    <p className="flex items-center gap-2 wrap-anywhere print:mt-2">
      <Mail size={16} aria-hidden="true" className="shrink-0 text-muted" />
      <a href={`mailto:${encodeURIComponent(email).replace('%40', '@')}`} className="text-link py-0.5">
        {email}
      </a>
    </p>
  )
}
