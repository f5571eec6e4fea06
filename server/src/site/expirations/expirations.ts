import type { Expiration, FailingConnection } from '#contract/site/expirations.ts';
import { listOauthClients } from '../../apps/clients/oauth-clients.ts';
import { listSamlSps, samlKeys } from '../../apps/saml-idp/saml-idp.ts';
import { listDomains } from '../../federation/email-domains/email-domains.ts';
import { spKeyOf } from '../../federation/own-keys/own-keys.ts';
import { offeredConnections } from '../../federation/openid-connections/openid-connections.ts';
import { listSamlEnds, reliedKeys } from '../../federation/saml-connections/saml-connections.ts';
import { countFailures } from '../../federation/traces/traces.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { type CertifiedUse, findCurrent } from '../../platform/saml/own-certificates.ts';
import type { Tools } from '../../platform/tools.ts';

/** So many sign-ins in a row are no accident. */
const LEAST_FAILURES = 3;
const WEEK_MS = 7 * 86_400_000;

type Of = Pick<Expiration, 'kind' | 'id' | 'displayName'>;

/** Ends of the certificates of one thing. An expired one whose successor is there keeps nobody from signing in. */
function endsOf(of: Of, certificates: readonly { expiresAt: string }[], now: Date): Expiration[] {
  return certificates
    .map(({ expiresAt }) => ({
      ...of,
      expiresAt,
      replaced: certificates.some((other) => other.expiresAt > expiresAt),
    }))
    .filter(({ expiresAt, replaced }) => !replaced || new Date(expiresAt) > now);
}

/** The end of the certificate of ours that is in use; none before an administrator has made it. */
async function ownEnd(tx: Tx, kind: Expiration['kind'], use: CertifiedUse): Promise<Expiration[]> {
  const current = await findCurrent(tx, use);
  if (!current) return [];
  return [{ kind, id: current.kid, displayName: '', expiresAt: current.expires_at.toISOString(), replaced: false }];
}

/** What of the transaction's tenant ends and then keeps users from signing in, and which connections fail. */
export async function readExpirations(
  tools: Tools,
  tx: Tx,
  now: Date,
): Promise<{ expirations: Expiration[]; failing: FailingConnection[] }> {
  const saml = await listSamlEnds(tx);
  const openid = await offeredConnections(tx);
  const sps = (await listSamlSps(tools, tx)).filter(({ enabled }) => enabled);
  const clients = (await listOauthClients(tx)).filter(({ disabled }) => !disabled);
  const domains = await listDomains(tx);
  const relied = await reliedKeys(tx);
  // Only of those on which a partner relies.
  const own = [
    ...(sps.length > 0 ? await ownEnd(tx, 'samlSigning', samlKeys) : []),
    ...(relied.signing ? await ownEnd(tx, 'samlRequests', spKeyOf.signing) : []),
    ...(relied.encryption ? await ownEnd(tx, 'samlEncryption', spKeyOf.encryption) : []),
  ];
  const expirations = [
    ...saml.flatMap(({ id, displayName, ends }) => endsOf({ kind: 'samlConnection', id, displayName }, ends, now)),
    ...sps.flatMap(({ samlSpId: id, displayName, certifications }) => {
      const active = certifications.filter((one) => one.active);
      return endsOf({ kind: 'samlApp', id, displayName }, active, now);
    }),
    ...own,
    ...clients.flatMap(({ clientId: id, name: displayName, previousSecretUntil: expiresAt }): Expiration[] =>
      expiresAt !== null && new Date(expiresAt) > now
        ? [{ kind: 'oauthSecret', id, displayName, expiresAt, replaced: true }]
        : [],
    ),
    ...domains.flatMap(({ domain, provider, graceEndsAt: expiresAt }): Expiration[] =>
      expiresAt !== null && provider?.enabled
        ? [{ kind: 'emailDomain', id: domain, displayName: domain, expiresAt, replaced: false }]
        : [],
    ),
  ];
  const connections = [
    ...saml.map(({ uuid, id, displayName }) => ({ uuid, type: 'saml' as const, id, displayName })),
    ...openid.map(({ uuid, opId: id, displayName }) => ({ uuid, type: 'openid' as const, id, displayName })),
  ];
  const failures = await countFailures(tx, new Date(now.getTime() - WEEK_MS));
  const failing = connections.flatMap(({ uuid, ...connection }) =>
    failures
      .filter((one) => one.connection === uuid && one.failures >= LEAST_FAILURES)
      .map((one) => ({ ...connection, failures: one.failures, lastAt: one.at.toISOString() })),
  );
  return { expirations: expirations.sort((one, other) => one.expiresAt.localeCompare(other.expiresAt)), failing };
}
