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

/** A tenant's texts that replace or extend Portico's, by the language of their readers; `''` is for all others. */
export interface OwnTexts {
  own: ReadonlyMap<string, OwnText>;
  /** An extra paragraph in every registration email. */
  phrase: ReadonlyMap<string, string>;
}

/** The tenant's own texts for a kind of email, as far as they are in use. */
export async function readOwnTexts(tx: Tx, kind: string): Promise<OwnTexts> {
  const type = typeOf.get(kind);
  if (!type) return { own: new Map(), phrase: new Map() };
  const types: CustomMailType[] = type === 'registration' ? [type, 'registrationPhrase'] : [type];
  const used = (await readCustomizedMails(tx, types)).filter(({ use }) => use);
  const of = (which: CustomMailType) => used.filter((row) => row.type === which);
  return {
    own: new Map(of(type).map((row) => [row.locale, { subject: row.mail_subject, body: row.mail_body }])),
    phrase: new Map(of('registrationPhrase').map((row) => [row.locale, row.mail_body])),
  };
}

/**
 * What a reader of a language gets, null where nothing is the tenant's own, and the language of the email: a text for all
 * readers is in the tenant's.
 */
export function ownTextsFor(
  { own, phrase }: OwnTexts,
  reader: string,
  tenantLocale: string,
): { own: OwnText | null; phrase: string | null; locale: string } {
  const inLanguage = own.get(reader);
  const forAll = own.get('');
  return {
    own: inLanguage ?? forAll ?? null,
    phrase: phrase.get(reader) ?? phrase.get('') ?? null,
    locale: forAll && !inLanguage ? tenantLocale : reader,
  };
}
