import { fail, isFailure } from '#contract/errors.ts';
import { isEntityId, isSsoUrl, MAX_SAML_CERTIFICATIONS } from '#contract/federation/saml-values.ts';
import { childrenOf, readXml, type XmlElement, XmlMistake } from '../saml-sp/xml-tree.ts';
import { type Certificate, readCertificate, toPem } from './certificates.ts';

const METADATA = 'urn:oasis:names:tc:SAML:2.0:metadata';
const DSIG = 'http://www.w3.org/2000/09/xmldsig#';
const REDIRECT = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect';

export interface ReadMetadata {
  entityId: string;
  ssoUrl: string;
  sloUrl: string | null;
  /** Whether it demands signed requests. */
  signRequests: boolean;
  certificates: Certificate[];
  /** Certificates that cannot be used. */
  leftOut: number;
}

/**
 * Reads the metadata of one identity provider. Throws `invalid_params` with what is wrong as `field`: `metadata` (not
 * readable, or with DOCTYPE), `entities` (none or several), `validUntil` (over), `entityId`, `ssoUrl`; and
 * `certification_expired` or `certification_unregistered` if no certificate can be used.
 */
export function readMetadata(text: string, now: Date): ReadMetadata {
  const root = read(text);
  const entity = onlyEntity(root);
  const roles = childrenOf(entity, METADATA, 'IDPSSODescriptor');
  const [role] = roles;
  if (!role || roles.length > 1) throw wrong('entities');
  for (const { attributes } of [root, entity, role]) {
    const until = attributes.get('validUntil');
    if (until !== undefined && !(Date.parse(until) > now.getTime())) throw wrong('validUntil');
  }
  const entityId = entity.attributes.get('entityID') ?? '';
  if (!isEntityId(entityId)) throw wrong('entityId');
  const services = childrenOf(role, METADATA, 'SingleSignOnService');
  const ssoUrl =
    services.find(({ attributes }) => attributes.get('Binding') === REDIRECT)?.attributes.get('Location') ?? '';
  if (!isSsoUrl(ssoUrl)) throw wrong('ssoUrl');
  const sloUrl = childrenOf(role, METADATA, 'SingleLogoutService')
    .filter(({ attributes }) => attributes.get('Binding') === REDIRECT)
    .map(({ attributes }) => attributes.get('Location') ?? '')
    .find(isSsoUrl);
  const signRequests = ['true', '1'].includes(role.attributes.get('WantAuthnRequestsSigned') ?? '');
  return { entityId, ssoUrl, sloUrl: sloUrl ?? null, signRequests, ...readCertificates(role, now) };
}

const wrong = (field: string) => fail('invalid_params', { field });

/** The same, as it is answered. */
export function importMetadata(text: string, now: Date) {
  const { certificates, ...said } = readMetadata(text, now);
  const certifications = certificates.map(({ bytes, startsAt, expiresAt, ...certificate }) => ({
    ...certificate,
    startsAt: startsAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    certification: toPem(bytes),
  }));
  return { ...said, certifications };
}

function read(text: string): XmlElement {
  try {
    // Files may begin with a byte order mark.
    return readXml(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    throw error instanceof XmlMistake ? wrong('metadata') : error;
  }
}

/** Of a list, its only entity: of several nobody could say which one is meant. */
function onlyEntity(root: XmlElement): XmlElement {
  const entities =
    root.local === 'EntityDescriptor' && root.uri === METADATA
      ? [root]
      : childrenOf(root, METADATA, 'EntityDescriptor');
  const [entity] = entities;
  if (!entity || entities.length > 1) throw wrong('entities');
  return entity;
}

function readCertificates(role: XmlElement, now: Date): Pick<ReadMetadata, 'certificates' | 'leftOut'> {
  const texts = childrenOf(role, METADATA, 'KeyDescriptor')
    .filter(({ attributes }) => (attributes.get('use') ?? 'signing') === 'signing')
    .flatMap((key) => childrenOf(key, DSIG, 'KeyInfo'))
    .flatMap((info) => childrenOf(info, DSIG, 'X509Data'))
    .flatMap((data) => childrenOf(data, DSIG, 'X509Certificate'))
    .map(({ text }) => text.trim());
  const found = new Map<string, Certificate>();
  let leftOut = 0;
  let refused: unknown = fail('certification_unregistered');
  for (const text of new Set(texts)) {
    try {
      const certificate = readCertificate(text, now);
      if (found.size < MAX_SAML_CERTIFICATIONS) found.set(certificate.fingerprint, certificate);
      else leftOut += 1;
    } catch (error) {
      if (!isFailure(error)) throw error;
      if (error.id === 'certification_expired') refused = error;
      leftOut += 1;
    }
  }
  if (found.size === 0) throw refused;
  return { certificates: [...found.values()], leftOut };
}
