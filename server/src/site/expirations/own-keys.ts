import type { KeyPartner, OwnKey } from '#contract/site/own-keys.ts';
import { listSamlSps, readAnswerKeys } from '../../apps/saml-idp/saml-idp.ts';
import { describeSpKeys } from '../../federation/own-keys/own-keys.ts';
import { listKeyPartners } from '../../federation/saml-connections/saml-connections.ts';
import type { Tools } from '../../platform/tools.ts';

type Known = Pick<KeyPartner, 'metadataReadAt' | 'encryptedFor' | 'encryptedAt'>;
const unknown: Known = { metadataReadAt: null, encryptedFor: null, encryptedAt: null };

/** The keys of a tenant that were made, with who has to know their certificates. `apps`: also of those for apps. */
export async function readOwnKeys(tools: Tools, tenantId: string, { apps }: { apps: boolean }): Promise<OwnKey[]> {
  const connections = await tools.db.reading(tenantId, listKeyPartners);
  const partnerOf = ({ id, displayName }: { id: string; displayName: string }, known: Partial<Known>): KeyPartner => ({
    ...{ kind: 'samlConnection', id, displayName },
    ...unknown,
    ...known,
  });
  const requests = {
    use: 'requests' as const,
    certifications: await describeSpKeys(tools, tenantId, 'signing'),
    nextReadAt: null,
    partners: connections
      .filter(({ signed }) => signed)
      .map((one) => partnerOf(one, { metadataReadAt: one.metadataReadAt })),
  };
  const encryption = {
    use: 'encryption' as const,
    certifications: await describeSpKeys(tools, tenantId, 'encryption'),
    nextReadAt: null,
    partners: connections.map(({ id, displayName, signed: _, ...known }) => partnerOf({ id, displayName }, known)),
  };
  const keys = [...(apps ? [await readAnswers(tools, tenantId)] : []), requests, encryption];
  return keys.filter(({ certifications }) => certifications.length > 0);
}

async function readAnswers(tools: Tools, tenantId: string): Promise<OwnKey> {
  const sps = await tools.db.reading(tenantId, (tx) => listSamlSps(tools, tx));
  const partners = sps
    .filter(({ enabled }) => enabled)
    .map(({ samlSpId: id, displayName }) => ({ kind: 'samlApp' as const, id, displayName, ...unknown }));
  return { use: 'answers', ...(await readAnswerKeys(tools, tenantId)), partners };
}
