import { useLocation } from 'react-router'
import { MAX_LENGTH } from '../../../contract/limits.ts'
import { api, mutation } from '../../app/api/api.ts'
import { requireObject } from '../../app/api/responses.ts'
import { errorsOf } from '../../app/api/results.ts'
import { useAppSelector } from '../../app/state/store.ts'
import { useIsExtended } from '../../app/state/use-site.ts'
import { FailureLine } from '../../ui/failure.tsx'
import { CardForm } from '../../ui/forms/card-form.tsx'
import { Field, TextArea } from '../../ui/forms/field.tsx'
import { useForm } from '../../ui/forms/use-form.ts'
import { NarrowPage } from '../../ui/layout/page.tsx'
import { FallbackPage } from './fallback-page.tsx'

const { useCreateNoticeMutation } = api.injectEndpoints({
  endpoints: (build) => ({
    createNotice: mutation(build, 'POST /api/notices', { read: (done) => requireObject(done, 'msg') }),
  }),
})

export function NoticePage() {
  return useIsExtended() ? <NoticeForm /> : <FallbackPage />
}

function NoticeForm() {
  const email = useAppSelector((state) => state.auth.user?.email)
  const reported = useReportedPage()
  const [createNotice, { data }] = useCreateNoticeMutation()
  const { errors, errorOf, ...form } = useForm(({ url = '', reason = '', email = '' }) =>
    errorsOf(createNotice({ body: { url, reason, email } })),
  )
  return (
    <NarrowPage heading="Report content" lead="For content that is unlawful or breaks the rules.">
      {data ? (
        <p role="status" className="card p-6 font-medium">
          {data.msg}
        </p>
      ) : (
        <CardForm {...form} submit="Send report">
          <Field
            label="Link"
            name="url"
            type="url"
            required
            maxLength={MAX_LENGTH.link}
            defaultValue={reported}
            hint="The page on this site that shows the content."
            error={errorOf('url')}
          />
          <TextArea
            label="What's wrong with it?"
            name="reason"
            required
            max={MAX_LENGTH.prose}
            error={errorOf('reason')}
          />
          <Field
            key={email}
            label="Your email"
            name="email"
            type="email"
            autoComplete="email"
            required
            defaultValue={email}
            hint="Only admins see it, in case they have questions."
            error={errorOf('email')}
          />
          <FailureLine msg={errors.find(({ field }) => !field)?.msg} />
        </CardForm>
      )}
    </NarrowPage>
  )
}

function useReportedPage(): string | undefined {
  const { state } = useLocation()
  const from: unknown = state?.from
  return typeof from === 'string' && from !== '/report' ? location.origin + from : undefined
}
