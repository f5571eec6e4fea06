import { isMailAddress } from '#contract/rules.ts';
import { claimedName } from '../linking/claimed-name.ts';
import type { Claims } from '../linking/provision.ts';
import type { SamlAnswer } from './verify-contents.ts';

interface Mapping {
  mail_address_attribute: string;
  family_name_attribute: string;
  given_name_attribute: string;
}

const XMLSOAP = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims';
/** Where common products put it: Entra ID and ADFS, eduPerson, Okta, Google Workspace. */
const usual = {
  mail: [`${XMLSOAP}/emailaddress`, 'urn:oid:0.9.2342.19200300.100.1.3', 'mail', 'email', 'emailAddress', 'Email'],
  family: [`${XMLSOAP}/surname`, 'urn:oid:2.5.4.4', 'sn', 'surname', 'lastName', 'LastName', 'familyName'],
  given: [`${XMLSOAP}/givenname`, 'urn:oid:2.5.4.42', 'givenName', 'firstName', 'FirstName'],
};

/** What of an answer becomes a new user; what does not fit is left out. Roles are never taken from attributes. */
export function claimsOf({ nameId, attributes }: SamlAnswer, mapping: Mapping): Claims {
  const first = (named: string, names: readonly string[]) =>
    (named === '' ? names : [named]).map((name) => attributes[name]?.find((value) => value !== '')).find(Boolean);
  const mail = first(mapping.mail_address_attribute, usual.mail) ?? nameId;
  const mailAddress = isMailAddress(mail) ? mail : null;
  return {
    familyName: claimedName(first(mapping.family_name_attribute, usual.family)),
    givenName: claimedName(first(mapping.given_name_attribute, usual.given)),
    mailAddress,
    name: mailAddress ?? nameId,
    locale: null,
  };
}
