/** What became of a mail that was handed over to be sent. Without zod, for the screens. */
export const mailStates = ['waiting', 'sent', 'failed', 'uncertain'] as const;
export type MailState = (typeof mailStates)[number];
