import { fail } from '#contract/errors.ts';
import {
  isEntityId,
  MAX_METADATA_BYTES,
  MAX_SP_DISPLAY_NAME_LENGTH,
  samlAddressMistake,
  type SpCertificateUse,
} from '#contract/apps/saml-idp-values.ts';
import { MAX_SAML_SP_CERTIFICATIONS } from '#contract/limits.ts';
import type { ReadMetadata } from '#contract/apps/saml-idp.ts';
import { isVisibleName } from '#contract/visible-name.ts';
import { type GivenCertificate, pemOf, readCertificate } from '../../platform/saml/certificate.ts';
import { formatOfUri, uriOfFormat } from './response.ts';
import {
  BadXml,
  booleanOf,
  childOf,
  childrenOf,
  DSIG,
  METADATA,
  readXml,
  SAMLP,
  textOf,
  type XmlElement,
} from '../../platform/saml/read.ts';
import { attribute, type Xml, xml } from '../../platform/saml/write.ts';

export const POST_BINDING = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST';
export const REDIRECT_BINDING = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect';

/** The metadata of a tenant: what service providers need to know. All shown certificates are named. */
export function writeMetadata(given: {
  entityId: string;
  ssoUrl: string;
  sloUrl: string;
  certificates: readonly Buffer[];
}): string {
  const keys = given.certificates.map(
    (one) =>
      xml`<md:KeyDescriptor use="signing"><ds:KeyInfo${attribute('xmlns:ds', DSIG)}><ds:X509Data><ds:X509Certificate>${one.toString('base64')}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>`,
  );
  const at = (url: string) => (binding: string) => xml`${attribute('Binding', binding)}${attribute('Location', url)}`;
  const bindings = [REDIRECT_BINDING, POST_BINDING];
  const signOut = bindings.map((one) => xml`<md:SingleLogoutService${at(given.sloUrl)(one)}></md:SingleLogoutService>`);
  const signIn = bindings.map((one) => xml`<md:SingleSignOnService${at(given.ssoUrl)(one)}></md:SingleSignOnService>`);
  const formats: Xml[] = (['persistent', 'emailAddress', 'unspecified', 'transient'] as const).map(
    (one) => xml`<md:NameIDFormat>${uriOfFormat(one)}</md:NameIDFormat>`,
  );
  const role = xml`<md:IDPSSODescriptor WantAuthnRequestsSigned="false"${attribute('protocolSupportEnumeration', SAMLP)}>${keys}${signOut}${formats}${signIn}</md:IDPSSODescriptor>`;
  return xml`<md:EntityDescriptor${attribute('xmlns:md', METADATA)}${attribute('entityID', given.entityId)}>${role}</md:EntityDescriptor>`
    .text;
}

const wrong = (cause: string) => fail('sp_setting_incorrect', { field: 'metadata', cause: new Error(cause) });

/**
 * The first address of a kind of endpoint that we can use: the default one first, then by index. `answers`: answers go to
 * an address of their own where there is one (SAML metadata 2.2.2).
 */
function endpoint(
  role: XmlElement,
  kind: string,
  bindings: readonly string[],
  { answers = false } = {},
): string | null {
  const addressOf = ({ attributes }: XmlElement) =>
    (answers ? attributes.ResponseLocation : undefined) ?? attributes.Location ?? '';
  const usable = childrenOf(role, METADATA, kind).filter(
    (one) => bindings.includes(one.attributes.Binding ?? '') && samlAddressMistake(addressOf(one)) === null,
  );
  const rank = ({ attributes }: XmlElement) =>
    booleanOf(attributes.isDefault) ? -1 : Number.parseInt(attributes.index ?? '0', 10) || 0;
  const [first] = usable.sort((one, other) => rank(one) - rank(other));
  return first ? addressOf(first) : null;
}

type Use = 'signing' | 'encryption';

/** Of each use those that can be used; a key that names none is for both (SAML metadata 2.4.1.1). */
function certificatesOf(role: XmlElement, now: Date): (GivenCertificate & { use: SpCertificateUse })[] {
  const of = (use: Use) =>
    childrenOf(role, METADATA, 'KeyDescriptor')
      .filter(({ attributes }) => attributes.use === undefined || attributes.use === use)
      .flatMap((descriptor) => childrenOf(childOf(descriptor, DSIG, 'KeyInfo'), DSIG, 'X509Data'))
      .flatMap((data) => childrenOf(data, DSIG, 'X509Certificate'))
      .map((element) => readCertificate(textOf(element)))
      .flatMap((one) => (one !== null && one.expiresAt > now ? [{ ...one, use }] : []));
  const found = new Map<string, GivenCertificate & { use: SpCertificateUse }>();
  for (const one of [...of('signing'), ...of('encryption')]) {
    const known = found.get(one.fingerprint);
    found.set(one.fingerprint, known && known.use !== one.use ? { ...one, use: 'both' } : one);
  }
  return [...found.values()].slice(0, MAX_SAML_SP_CERTIFICATIONS);
}

/** The name for people, else the host of the entity ID. */
function displayNameOf(entity: XmlElement, entityId: string): string {
  const organization = childOf(entity, METADATA, 'Organization');
  const names = childrenOf(organization, METADATA, 'OrganizationDisplayName').map(textOf);
  const host = URL.canParse(entityId) ? new URL(entityId).host : '';
  const name = [...names, host, entityId].find((one) => one !== '' && isVisibleName(one)) ?? entityId;
  return [...name.replace(/\p{Cc}+/gu, ' ')].slice(0, MAX_SP_DISPLAY_NAME_LENGTH).join('');
}

/** Attributes that it asks for and that we know by name. */
const knownAttributes: Readonly<Record<string, string>> = {
  'urn:oid:0.9.2342.19200300.100.1.1': 'userId',
  'urn:oid:0.9.2342.19200300.100.1.3': 'loginMailAddress',
  'urn:oid:2.16.840.1.113730.3.1.241': 'displayName',
  'urn:oid:2.5.4.42': 'givenName',
  'urn:oid:2.5.4.4': 'familyName',
  'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress': 'loginMailAddress',
  'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/givenname': 'givenName',
  'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/surname': 'familyName',
  'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/name': 'userId',
  uid: 'userId',
  email: 'loginMailAddress',
  mail: 'loginMailAddress',
  displayName: 'displayName',
  givenName: 'givenName',
  firstName: 'givenName',
  sn: 'familyName',
  lastName: 'familyName',
  groups: 'groupNames',
};

function statementsOf(role: XmlElement): ReadMetadata['attributeStatements'] {
  const asked = childrenOf(role, METADATA, 'AttributeConsumingService')
    .flatMap((service) => childrenOf(service, METADATA, 'RequestedAttribute'))
    .map(({ attributes }) => ({ name: attributes.Name ?? '', format: attributes.NameFormat ?? '' }))
    .filter(({ name }) => Object.hasOwn(knownAttributes, name));
  const formatOf = (uri: string) => (/:uri$/.test(uri) ? 'uri' : /:basic$/.test(uri) ? 'basic' : 'unspecified');
  const statements = asked.map(
    ({ name, format }) => ({ name, nameFormat: formatOf(format), source: knownAttributes[name] as string }) as const,
  );
  return [...new Map(statements.map((one) => [one.name, one])).values()];
}

/** Reads the metadata of one service provider. Throws `sp_setting_incorrect`. */
export function readSpMetadata(text: string, now: Date): ReadMetadata {
  try {
    return readEntity(readXml(text.replace(/^\uFEFF/, ''), { mostBytes: MAX_METADATA_BYTES, comments: true }), now);
  } catch (error) {
    if (error instanceof BadXml) throw wrong(error.message);
    throw error;
  }
}

function readEntity(root: XmlElement, now: Date): ReadMetadata {
  const isEntity = root.uri === METADATA && root.local === 'EntityDescriptor';
  const several = root.uri === METADATA && root.local === 'EntitiesDescriptor';
  const entities = several ? childrenOf(root, METADATA, 'EntityDescriptor') : isEntity ? [root] : [];
  const [entity, ...more] = entities;
  if (!entity || more.length > 0) throw wrong('not the metadata of one service provider');
  const until = entity.attributes.validUntil ?? root.attributes.validUntil;
  if (until !== undefined && !(new Date(until) > now)) throw wrong('expired');
  const role = childOf(entity, METADATA, 'SPSSODescriptor');
  if (!role) throw wrong('no service provider');
  const entityId = entity.attributes.entityID ?? '';
  const acsUrl = endpoint(role, 'AssertionConsumerService', [POST_BINDING]);
  if (!isEntityId(entityId) || acsUrl === null) throw wrong('no entity ID, or no address for answers by POST');
  const formats = childrenOf(role, METADATA, 'NameIDFormat').map((one) => formatOfUri(textOf(one)));
  return {
    displayName: displayNameOf(entity, entityId),
    entityId,
    acsUrl,
    logoutUrl: endpoint(role, 'SingleLogoutService', [POST_BINDING, REDIRECT_BINDING], { answers: true }),
    nameIdFormat: formats.find((one) => one !== null) ?? 'persistent',
    authnRequestsSigned: booleanOf(role.attributes.AuthnRequestsSigned),
    attributeStatements: statementsOf(role),
    certifications: certificatesOf(role, now).map(({ certificate, startsAt, expiresAt, ...one }) => ({
      ...one,
      startsAt: startsAt.toISOString(),
      expiresAt: expiresAt.toISOString(),
      pem: pemOf(certificate),
    })),
  };
}
