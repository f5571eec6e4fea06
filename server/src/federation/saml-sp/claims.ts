import { usualAttributes } from '#contract/federation/saml-values.ts';
import { isMailAddress } from '#contract/rules.ts';
import { claimedName } from '../linking/claimed-name.ts';
import type { Claims } from '../linking/provision.ts';
import type { SamlAnswer } from './verify-contents.ts';

const MAIL_ADDRESS = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress';

interface Mapping {
  mail_address_attribute: string;
  family_name_attribute: string;
  given_name_attribute: string;
}

/** What of an answer becomes a new user; what does not fit is left out. Roles are never taken from attributes. */
export function claimsOf({ nameId, nameIdFormat, attributes }: SamlAnswer, mapping: Mapping): Claims {
  const first = (named: string, names: readonly string[]) =>
    (named === '' ? names : [named]).map((name) => attributes[name]?.find((value) => value !== '')).find(Boolean);
  const said = first(mapping.mail_address_attribute, usualAttributes.mailAddress);
  const mail = said ?? nameId;
  const mailAddress = isMailAddress(mail) ? mail : null;
  return {
    familyName: claimedName(first(mapping.family_name_attribute, usualAttributes.familyName)),
    givenName: claimedName(first(mapping.given_name_attribute, usualAttributes.givenName)),
    mailAddress,
    // A name may look like an address and be none: identifiers of eduPerson do (`u123@university.example`).
    vouches: said !== undefined || nameIdFormat === MAIL_ADDRESS,
    name: mailAddress ?? nameId,
    locale: null,
  };
}
