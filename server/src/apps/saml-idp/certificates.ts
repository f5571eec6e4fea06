import { fail } from '#contract/errors.ts';
import type { OwnCertification } from '#contract/own-certification.ts';
import type { Tools } from '../../platform/tools.ts';
import * as own from '../../platform/saml/own-certificates.ts';
import type { Signer } from '../../platform/saml/sign.ts';

const DAY_MS = 86_400_000;

/** The tenant's keys for answers: RSA alone, which every service provider can check. */
export const samlKeys: own.CertifiedUse = {
  purpose: 'samlSigning',
  algorithms: ['RS256'],
  // What it signed lives for minutes; it stays in sight for administrators who compare fingerprints.
  shownMillis: 7 * DAY_MS,
  lifeMillis: 3 * 365 * DAY_MS,
};

/** The certificates that are shown, the signing one first; none where no administrator has opened the settings yet. */
export const shownCertificates = (tools: Tools, tenantId: string) => own.shownCertificates(tools, tenantId, samlKeys);

/** What signs for a tenant now. Throws `not_found`. */
export async function signerOf(tools: Tools, tenantId: string): Promise<Signer> {
  const signer = await own.findSigner(tools, tenantId, samlKeys);
  if (!signer) throw fail('not_found');
  return signer;
}

/** As administrators see them. Makes keys and certificates where there are none. */
export async function describeCertificates(tools: Tools, tenantId: string): Promise<OwnCertification[]> {
  await tools.keyring.ensure(tenantId, samlKeys);
  return (await shownCertificates(tools, tenantId)).map(own.toOwnCertification);
}

/** The same of keys that were made, and when metadata with the next certificate was last loaded, by whomever. */
export async function readAnswerKeys(tools: Tools, tenantId: string) {
  const shown = await shownCertificates(tools, tenantId);
  const next = shown.find(({ key }) => key.state === 'next')?.key.kid;
  const readAt = next ? await tools.db.reading(tenantId, (tx) => own.metadataReadAt(tx, next)) : null;
  return { certifications: shown.map(own.toOwnCertification), nextReadAt: readAt?.toISOString() ?? null };
}
