import type { KeyObject } from 'node:crypto';
import type { SpKeyUse } from '#contract/federation/own-keys.ts';
import type { OwnCertification } from '#contract/own-certification.ts';
import {
  type CertifiedUse,
  findSigner,
  shownCertificates,
  toOwnCertification,
} from '../../platform/saml/own-certificates.ts';
import type { Tools } from '../../platform/tools.ts';

const DAY_MS = 86_400_000;

/**
 * The tenant's keys as service provider, one set for all of its connections. Providers hardly look at the dates of such a
 * certificate, and a change has to be made at each by hand: it lives ten years.
 */
const spKeys: CertifiedUse = {
  purpose: 'samlSpSigning',
  algorithms: ['RS256'],
  shownMillis: 7 * DAY_MS,
  lifeMillis: 3650 * DAY_MS,
};

/** Keys that providers encrypt for. An old one opens answers until every provider knows the next. */
const spEncryption: CertifiedUse = {
  purpose: 'samlEncryption',
  algorithms: ['RS256'],
  shownMillis: 365 * DAY_MS,
  lifeMillis: 3650 * DAY_MS,
};

/** Of both kinds. */
export const spKeyOf: Readonly<Record<SpKeyUse, CertifiedUse>> = { signing: spKeys, encryption: spEncryption };

/** The certificates of keys that were made, as administrators see them. */
export const describeSpKeys = async (tools: Tools, tenantId: string, use: SpKeyUse): Promise<OwnCertification[]> =>
  (await shownCertificates(tools, tenantId, spKeyOf[use])).map(toOwnCertification);

/** Makes both where there are none: for administrators, strangers make no keys. */
export async function ensureSpKeys(tools: Tools, tenantId: string): Promise<void> {
  await tools.keyring.ensure(tenantId, spKeys);
  await tools.keyring.ensure(tenantId, spEncryption);
}

/** What opens answers that are encrypted for a tenant, the key in use first, with the ID of each. */
export const spDecryptionKeys = async (tools: Tools, tenantId: string): Promise<{ kid: string; key: KeyObject }[]> =>
  (await shownCertificates(tools, tenantId, spEncryption)).map(({ key: { kid }, privateKey: key }) => ({ kid, key }));

/** The certificate that providers encrypt for, in base64: one, so that they need not choose. None without keys. */
export const spEncryptionCertificates = async (tools: Tools, tenantId: string): Promise<string[]> =>
  (await shownCertificates(tools, tenantId, spEncryption))
    .filter(({ key }) => key.state === 'current')
    .map(({ certificate }) => certificate);

/** What signs requests of a tenant; null where no administrator has opened the settings yet. */
export const spSigner = (tools: Tools, tenantId: string) => findSigner(tools, tenantId, spKeys);

/** The certificates that providers should know, in base64, the one in use first. */
export const spCertificates = async (tools: Tools, tenantId: string): Promise<string[]> =>
  (await shownCertificates(tools, tenantId, spKeys))
    .filter(({ key }) => key.state !== 'retired')
    .map(({ certificate }) => certificate);
