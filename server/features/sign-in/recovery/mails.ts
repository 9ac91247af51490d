import type { Message } from '../../../platform/mail/message.ts'

type Details = { community: string; url: string }

export function resetMail(to: string, { community, url }: Details): Message {
  return {
    to,
    subject: `Set a new password for ${community}`,
    paragraphs: [
      `Someone asked for a new password for your account at ${community}.`,
      'The link works once, for half an hour. If it was not you, ignore this mail: nothing has changed.',
    ],
    link: { text: 'Set a new password', url },
  }
}

export function confirmationMail(to: string, { community, url }: Details): Message {
  return {
    to,
    subject: `Confirm your email for ${community}`,
    paragraphs: [
      `Please confirm that this is your email for ${community}.`,
      'The link works once, for half an hour. If you did not ask for it, ignore this mail.',
    ],
    link: { text: 'Confirm your email', url },
  }
}

/** Sent to the old address, whose owner may not have wanted it. */
export function emailChangedMail(to: string, community: string): Message {
  return {
    to,
    subject: `Your email for ${community} was changed`,
    paragraphs: [
      `The email of your account at ${community} was changed, and this address no longer belongs to it.`,
      'If it was not you, please tell the people who run the community.',
    ],
  }
}
