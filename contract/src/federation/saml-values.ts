/** Values of SAML connections that pages check, too: no zod here. */

/** Connections of a tenant; real tenants have one to three. */
export const MAX_SAML_CONNECTIONS = 20;
/** Certificates of a connection: the one in use, the next, and some to spare. */
export const MAX_SAML_CERTIFICATIONS = 5;
export const MAX_SAML_ID_LENGTH = 64;
/** SAML metadata 2.3.2. */
export const MAX_ENTITY_ID_LENGTH = 1024;
export const MAX_ATTRIBUTE_NAME_LENGTH = 256;
export const MAX_CERTIFICATE_LENGTH = 16 * 1024;
/** Of one provider: 5 to 100 kB. */
export const MAX_METADATA_LENGTH = 1024 * 1024;

const XMLSOAP = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims';
/** Where common products put what becomes a new user: Entra ID and ADFS, eduPerson, Okta, Google Workspace. */
export const usualAttributes = {
  mailAddress: [
    `${XMLSOAP}/emailaddress`,
    'urn:oid:0.9.2342.19200300.100.1.3',
    'mail',
    'email',
    'emailAddress',
    'Email',
  ],
  familyName: [`${XMLSOAP}/surname`, 'urn:oid:2.5.4.4', 'sn', 'surname', 'lastName', 'LastName', 'familyName'],
  givenName: [`${XMLSOAP}/givenname`, 'urn:oid:2.5.4.42', 'givenName', 'firstName', 'FirstName'],
} as const;

/** Part of addresses: letters, digits, hyphens, dots and low lines, beginning with a letter or digit. */
export const isSamlId = (value: string): boolean =>
  value.length <= MAX_SAML_ID_LENGTH && /^[A-Za-z0-9][A-Za-z0-9._-]*$/.test(value);

/** An address or a URN, compared exactly. */
export const isEntityId = (value: string): boolean =>
  value.length <= MAX_ENTITY_ID_LENGTH && /^[!-~]+$/.test(value) && /^[A-Za-z][A-Za-z0-9+.-]*:/.test(value);

const isLoopback = (host: string) => host === 'localhost' || host === '[::1]' || /^127(\.\d+){3}$/.test(host);

/** Where a browser can be sent: https, or http for a provider on this machine. */
export function isSsoUrl(value: string): boolean {
  if (value.length > 2048 || !/^[!-~]+$/.test(value) || !URL.canParse(value)) return false;
  const { protocol, hostname, username, password, hash } = new URL(value);
  if (username !== '' || password !== '' || hash !== '') return false;
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname));
}

/** An origin as browsers write it. */
export const isTrustedOrigin = (value: string): boolean => isSsoUrl(value) && new URL(value).origin === value;
