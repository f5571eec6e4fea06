import { generateKeyPair } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { z } from 'zod';
import { createSamlSp } from '#contract/apps/saml-idp.ts';
import { createOpenidConnection } from '#contract/federation/openid-connections.ts';
import { createSamlConnection } from '#contract/federation/saml-connections.ts';
import { SYSTEM } from '#contract/principals.ts';
import * as samlIdp from '../../apps/saml-idp/saml-idp.ts';
import { link } from '../../federation/linking/links.ts';
import * as openid from '../../federation/openid-connections/openid-connections.ts';
import * as saml from '../../federation/saml-connections/saml-connections.ts';
import { dataPaths } from '../../platform/config.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import type { DemoPeers } from '../../platform/demo-peers.ts';
import type { Acting } from '../../platform/http/acting.ts';
import { type Sleeper, sleepUntilUsed } from '../../platform/net/on-first-use.ts';
import { pemOf, selfSignedCertificate } from '../../platform/saml/certificate.ts';
import type { Tools } from '../../platform/tools.ts';
import { commandAct } from '../command-act.ts';
import { demoTenants } from './people.ts';
import * as queries from './queries.ts';

const TENANT = demoTenants[0]?.tenantId ?? '';
const [OPENID, SAML] = ['demo-openid', 'demo-saml'];
/** Who the peers let one be: somebody of the demo tenant, linked to both, and somebody it does not know yet. */
const linked = { name: '山田 太郎 (taro)', id: 'taro' };
const newcomer = { name: 'Mika Lind (new)', id: 'mika', family: 'Lind', given: 'Mika' };

const kept = z.object({ pem: z.string(), privateKey: z.string(), connected: z.string() });
type Kept = z.output<typeof kept>;

/**
 * Has the peers of the demo tenant started when somebody first connects to them, and connects the tenant to them, once.
 * Does nothing in production mode.
 */
export async function startDemoPeers(tools: Tools): Promise<Sleeper | null> {
  const { demoPeers: peers, PORT } = tools.config;
  if (!peers) return null;
  const failed = (err: unknown) => tools.log.warn({ err }, 'the peers of the demo tenant');
  const connected = connectDemoPeers(tools, peers).catch((error) => {
    failed(error);
    return null;
  });
  const at = `http://localhost:${PORT}`;
  const ours = {
    serviceProvider: `${at}/saml/sp/${TENANT}/${SAML}/metadata`,
    identityProvider: `${at}/saml/idp/${TENANT}/metadata`,
  };
  const given = async () => ({ ...peers, ours, certificate: await connected, people: { linked, newcomer } });
  // Only what tests have is started: the packages of an installation for production lack it.
  const script = new URL('../../../test/demo-peers.ts', import.meta.url);
  const sleeper = await sleepUntilUsed(peers.ports, script, given, failed).catch((error) => {
    failed(error);
    return null;
  });
  return {
    close: async () => {
      await connected;
      await sleeper?.close();
    },
  };
}

/**
 * Connects the demo tenant, where it is not connected to peers at these addresses. Connections that an administrator has
 * deleted stay away. Answers with the key of the SAML identity provider.
 */
export async function connectDemoPeers(tools: Tools, peers: DemoPeers): Promise<Kept> {
  const path = dataPaths(tools.config.dataDir).demoPeers;
  const before = await readKept(path);
  if (before?.connected === peers.openidProvider) return before;
  const now = tools.clock();
  const made: Kept = { ...(before ?? (await makeKey(now))), connected: peers.openidProvider };
  await samlIdp.describeSamlIdp(tools, TENANT);
  const act = commandAct({
    ...{ tools: null, now, action: 'portico demo', actor: SYSTEM, reason: 'demo peers', requestId: '' },
  });
  await tools.db.inTenant(TENANT, async (tx) => {
    if (!(await queries.hasTenant(tx))) return;
    await removeEarlier(tools, tx);
    await addPeers(tools, tx, act, peers, made.pem);
  });
  // Whole or not at all, whenever the process ends.
  await writeFile(`${path}.part`, JSON.stringify(made), { mode: 0o600 });
  await rename(`${path}.part`, path);
  return made;
}

async function readKept(path: string): Promise<Kept | null> {
  const text = await readFile(path, 'utf8').catch((error) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  return text === null ? null : kept.parse(JSON.parse(text));
}

async function makeKey(now: Date): Promise<Omit<Kept, 'connected'>> {
  const { publicKey, privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 });
  const dates = { startsAt: now, expiresAt: new Date(now.getTime() + 3 * 365 * 86_400_000) };
  const der = selfSignedCertificate({ privateKey, publicKey, commonName: 'demo identity provider', ...dates });
  return { pem: pemOf(der), privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string };
}

const serviceEntity = (peers: DemoPeers) => `${peers.samlService}/metadata`;

/** Those at other addresses, of an earlier start at another port. */
async function removeEarlier(tools: Tools, tx: Tx): Promise<void> {
  if (await openid.findConnection(tx, OPENID)) await openid.deleteConnection(tx, OPENID);
  if (await saml.findConnection(tx, SAML)) await saml.deleteSamlConnection(tx, SAML);
  for (const { displayName, samlSpId } of await samlIdp.listSamlSps(tools, tx))
    if (displayName === SERVICE) await samlIdp.deleteSamlSp(tx, samlSpId);
}

const SERVICE = 'Demo SAML app';

async function addPeers(tools: Tools, tx: Tx, act: Acting, peers: DemoPeers, pem: string): Promise<void> {
  const { now } = act;
  const on = { enabled: true, jitProvisioning: true };
  const provider = createOpenidConnection.body.parse({
    ...{ opId: OPENID, displayName: 'Demo OpenID', issuer: peers.openidProvider, ...on },
    ...{ clientId: 'portico', clientSecret: 'a secret of the demo' },
  });
  const first = await openid.createConnection(tools, tx, TENANT, provider, now);
  const idp = createSamlConnection.body.parse({
    ...{ samlId: SAML, displayName: 'Demo SAML', entityId: `${peers.samlIdentityProvider}/metadata`, ...on },
    ...{ ssoUrl: `${peers.samlIdentityProvider}/sso`, certifications: [pem] },
  });
  const { connection: second } = await saml.createSamlConnection(tx, TENANT, idp, now);
  const app = createSamlSp.body.parse({
    ...{ displayName: SERVICE, entityId: serviceEntity(peers), acsUrl: `${peers.samlService}/acs` },
    ...{ nameIdFormat: 'emailAddress', attributeStatements: [{ name: 'name', source: 'displayName' }] },
  });
  const { sp } = await samlIdp.createSamlSp(tools, tx, { tenantId: TENANT, now }, app);
  await samlIdp.changeSpIcon(tools, tx, sp.samlSpId, { enabled: true }, now);
  const [taro] = await queries.userUuidsWithPassword(tx, [linked.id]);
  for (const { uuid: connection, displayName } of [first, second])
    if (taro)
      await link(tx, { connection, subject: linked.id }, { tenantId: TENANT, userUuid: taro, displayName, now });
  await act.audit(
    tx,
    [
      { type: 'openidConnection.created', targetId: OPENID },
      { type: 'samlConnection.created', targetId: second.uuid },
      { type: 'samlSp.created', targetId: sp.samlSpId },
    ],
    { tenantId: TENANT, operation: 'create' },
  );
}
