import { registrationMailTypes } from './registration-mail-types.ts';

/** Email texts that a tenant may write, with their placeholders. Without zod: the editor checks by the same rules. */

export const customMailTypes = [...registrationMailTypes, 'passwordExpiration'] as const;
export type CustomMailType = (typeof customMailTypes)[number];

export const MAX_MAIL_SUBJECT_LENGTH = 128;
export const MAX_MAIL_BODY_LENGTH = 4000;
export const MAX_MAIL_PHRASE_LENGTH = 1000;

const everybody = ['product', 'tenant', 'tenantId'] as const;
const ofUser = ['name', 'userId', ...everybody] as const;

/** Placeholders, written `{{name}}`. */
export type MailPlaceholder =
  | (typeof ofUser)[number]
  | 'familyName'
  | 'givenName'
  | 'mailAddress'
  | 'expiresAt'
  | 'timeLeft'
  | 'link'
  | 'pin';

/** Placeholders of each email; its body must contain those in `needed`, or the email would be useless. */
export const mailPlaceholders: Record<
  CustomMailType,
  { known: readonly MailPlaceholder[]; needed: readonly MailPlaceholder[] }
> = {
  registration: { known: [...ofUser, 'mailAddress', 'expiresAt', 'link'], needed: ['link'] },
  registrationPhrase: { known: [...ofUser, 'mailAddress'], needed: [] },
  selfRegistration: { known: [...everybody, 'mailAddress', 'expiresAt', 'link'], needed: ['link'] },
  loginMailAddressConfirmation: { known: [...ofUser, 'mailAddress', 'link'], needed: ['link'] },
  loginGuide: { known: [...ofUser, 'mailAddress', 'link'], needed: ['link'] },
  mfaGuide: { known: [...ofUser, 'mailAddress', 'link'], needed: ['link'] },
  userCode: { known: [...ofUser, 'pin'], needed: ['pin'] },
  passwordExpiration: {
    known: [...ofUser, 'familyName', 'givenName', 'mailAddress', 'timeLeft', 'expiresAt', 'link'],
    needed: ['link'],
  },
};

/** The fixed phrase is part of another email, so it has no subject. */
export const hasSubject = (type: CustomMailType) => type !== 'registrationPhrase';

/** Not allowed in a subject: an unreadable address, and secrets that would show on a locked screen. */
const notInSubject: readonly MailPlaceholder[] = ['link', 'pin'];

export interface MailTextMistake {
  field: 'mailSubject' | 'mailBody';
  mistake: 'empty' | 'unknownPlaceholder' | 'missingPlaceholder' | 'brokenPlaceholder' | 'notInSubject';
  /** The placeholder concerned, as written. */
  placeholder?: string;
}

/** All mistakes in a text that is to be used, by field. */
export function mailTextMistakes(type: CustomMailType, subject: string, body: string): MailTextMistake[] {
  const { needed } = mailPlaceholders[type];
  const missing = needed
    .filter((name) => !body.includes(`{{${name}}}`))
    .map((name) => ({ field: 'mailBody', mistake: 'missingPlaceholder', placeholder: `{{${name}}}` }) as const);
  return [
    ...(hasSubject(type) ? mistakesIn('mailSubject', type, subject) : []),
    ...mistakesIn('mailBody', type, body),
    ...missing,
  ];
}

function mistakesIn(field: MailTextMistake['field'], type: CustomMailType, text: string): MailTextMistake[] {
  if (text.trim() === '') return [{ field, mistake: 'empty' }];
  const known: readonly string[] = mailPlaceholders[type].known;
  const found: MailTextMistake[] = [];
  for (const [placeholder, name = ''] of text.matchAll(/\{\{([^{}]*)\}\}/g)) {
    if (!known.includes(name)) found.push({ field, mistake: 'unknownPlaceholder', placeholder });
    else if (field === 'mailSubject' && (notInSubject as readonly string[]).includes(name)) {
      found.push({ field, mistake: 'notInSubject', placeholder });
    }
  }
  if (/\{\{|\}\}/.test(text.replace(/\{\{[^{}]*\}\}/g, ''))) found.push({ field, mistake: 'brokenPlaceholder' });
  return found;
}
