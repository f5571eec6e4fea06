import type { CustomMailType } from '#contract/tenant/mail-texts.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import type { OwnText } from '../../platform/mail/compose.ts';
import { readCustomizedMails } from './queries.ts';

/** Kind of email of each type of text. */
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

/** A tenant's texts that replace or extend Portico's. */
export interface OwnTexts {
  own: OwnText | null;
  /** An extra paragraph in every registration email. */
  phrase: string | null;
}

/** The tenant's own texts for a kind of email, as far as they are in use. */
export async function readOwnTexts(tx: Tx, kind: string): Promise<OwnTexts> {
  const type = typeOf.get(kind);
  if (!type) return { own: null, phrase: null };
  const types: CustomMailType[] = type === 'registration' ? [type, 'registrationPhrase'] : [type];
  const used = (await readCustomizedMails(tx, types)).filter(({ use }) => use);
  const own = used.find((row) => row.type === type);
  const phrase = used.find((row) => row.type === 'registrationPhrase');
  return { own: own ? { subject: own.mail_subject, body: own.mail_body } : null, phrase: phrase?.mail_body ?? null };
}
