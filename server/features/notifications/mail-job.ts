/** The job that sends a notification by mail; see notification-mail/jobs.ts. */
export const MAIL_JOB = 'mail a notification'

export type MailJob = { userId: string; id: string }
