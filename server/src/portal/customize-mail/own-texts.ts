import type { CustomMailType } from '#contract/portal/mail-texts.ts';
import type { Tx } from '../../db/transaction.ts';
import type { OwnText } from '../../mail/compose.ts';
import { readCustomizedMails } from './queries.ts';

/** The mail, by its kind, that each type of text is for. */
export const kindOf: Record<Exclude<CustomMailType, 'registrationPhrase'>, string> = {
  registration: 'invitation',
  selfRegistration: 'selfRegistration',
  loginMailAddressConfirmation: 'loginMailAddressConfirmation',
  loginGuide: 'loginGuide',
  mfaGuide: 'mfaGuide',
  userCode: 'userCode',
  passwordExpiration: 'passwordExpiration',
};
const typeOf = new Map(Object.entries(kindOf).map(([type, kind]) => [kind, type as CustomMailType]));

/** What a tenant has a mail say in place of, and besides, the words that come with Portico. */
export interface OwnTexts {
  own: OwnText | null;
  /** A paragraph of its own in every registration mail. */
  phrase: string | null;
}

/** The tenant's own texts for mails of a kind, as far as they are in use. */
export async function readOwnTexts(tx: Tx, kind: string): Promise<OwnTexts> {
  const type = typeOf.get(kind);
  if (!type) return { own: null, phrase: null };
  const types: CustomMailType[] = type === 'registration' ? [type, 'registrationPhrase'] : [type];
  const used = (await readCustomizedMails(tx, types)).filter(({ use }) => use);
  const own = used.find((row) => row.type === type);
  const phrase = used.find((row) => row.type === 'registrationPhrase');
  return { own: own ? { subject: own.mail_subject, body: own.mail_body } : null, phrase: phrase?.mail_body ?? null };
}
