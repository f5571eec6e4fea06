import { type CertifiedUse, findSigner, shownCertificates } from '../../platform/saml/own-certificates.ts';
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

/** Makes them where there are none: for administrators, strangers make no keys. */
export const ensureSpKeys = (tools: Tools, tenantId: string): Promise<void> => tools.keyring.ensure(tenantId, spKeys);

/** What signs requests of a tenant; null where no administrator has opened the settings yet. */
export const spSigner = (tools: Tools, tenantId: string) => findSigner(tools, tenantId, spKeys);

/** The certificates that providers should know, in base64, the one in use first. */
export const spCertificates = async (tools: Tools, tenantId: string): Promise<string[]> =>
  (await shownCertificates(tools, tenantId, spKeys))
    .filter(({ key }) => key.state !== 'retired')
    .map(({ certificate }) => certificate);
