/** State of an email after it was queued. Without zod, for the screens. */
export const mailStates = ['waiting', 'sent', 'failed', 'uncertain'] as const;
export type MailState = (typeof mailStates)[number];
