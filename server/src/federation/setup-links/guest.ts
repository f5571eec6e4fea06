import { fail, isFailure } from '#contract/errors.ts';
import type { OperationEvent } from '#contract/events.ts';
import { isPending } from '#contract/federation/setup-link-values.ts';
import type { ConnectionSetup } from '#contract/federation/setup-links.ts';
import { mayWriteUsers, type Role } from '#contract/roles.ts';
import { hashSecret, newSecret } from '../../platform/crypto/secret.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { happen } from '../../platform/events/consumers.ts';
import type { Changes } from '../../platform/events/write.ts';
import type { ClientInfo } from '../../platform/http/client-info.ts';
import type { Tools } from '../../platform/tools.ts';
import { spendCodeTry } from '../../sign-in/mailed-links/temporary-code.ts';
import { splitTenantSecret } from '../../sign-in/sessions/sessions.ts';
import { hasUsers } from '../linking/links.ts';
import { depart } from '../oidc-rp/oidc-rp.ts';
import * as openid from '../openid-connections/openid-connections.ts';
import { beginTest } from '../saml-sp/request.ts';
import { oursOf } from '../saml-connections/ours.ts';
import * as saml from '../saml-connections/saml-connections.ts';
import { listTraces } from '../traces/traces.ts';
import * as queries from './queries.ts';
import { stateOf } from './setup-links.ts';

/** A call with a link, or with what it was traded for. */
export interface Guest {
  secret: string;
  client: ClientInfo;
  now: Date;
}

type Connection =
  | { type: 'saml'; row: saml.ConnectionRow; enabled: boolean; uuid: string }
  | { type: 'openid'; row: openid.ConnectionRow; enabled: boolean; uuid: string };
type Held = { link: queries.HeldLink; connection: Connection; tenantName: string };

/** Whatever is wrong with a link is told alike. */
const over = () => fail('revoked_or_expired');

async function findConnection(tx: Tx, link: queries.LinkRow): Promise<Connection | null> {
  if (link.saml_connection !== null) {
    const row = await saml.findByUuid(tx, link.saml_connection);
    return row ? { type: 'saml', row, enabled: row.enabled, uuid: row.uuid } : null;
  }
  const row =
    link.openid_connection === null ? undefined : await openid.findConnectionByUuid(tx, link.openid_connection);
  return row ? { type: 'openid', row, enabled: row.enabled, uuid: row.uuid } : null;
}

/** Nobody switches the connection on or deletes it meanwhile: first its lock, then the link's, as where it is deleted. */
async function lock(tx: Tx, link: queries.LinkRow | undefined): Promise<void> {
  const connection = link && (await findConnection(tx, link));
  if (connection?.type === 'saml') await saml.takeTurns(tx);
  if (connection?.type === 'openid') await openid.holdConnection(tx, connection.row.op_id);
}

/**
 * The link of a browser, locked, and its connection: off and without users (also in the bin), or a holder could change what signs users in; its
 * maker is still an administrator of an active tenant. Throws `revoked_or_expired`.
 */
async function hold(tx: Tx, browserHash: Buffer, now: Date): Promise<Held> {
  await lock(tx, await queries.findOfBrowser(tx, browserHash));
  const link = await queries.holdOfBrowser(tx, browserHash);
  if (!link || stateOf(link, now) !== 'opened') throw over();
  const { maker_status: status, maker_roles: roles } = link;
  if (status === null || !mayWriteUsers({ status, roles: (roles ?? []) as Role[] })) throw over();
  const tenant = await tx.selectFrom('tenants').select(['status', 'name']).executeTakeFirst();
  const connection = await findConnection(tx, link);
  if (tenant?.status !== 'active' || !connection || connection.enabled) throw over();
  if (await hasUsers(tx, connection.uuid, now)) throw over();
  return { link, connection, tenantName: tenant.name };
}

/** Does something in the transaction of the browser's tenant. Throws `revoked_or_expired`, `too_many_requests`. */
async function withLink<T>(tools: Tools, guest: Guest, act: (tx: Tx, held: Held) => Promise<T>): Promise<T> {
  await spendCodeTry(tools, guest.client, guest.now);
  const parts = splitTenantSecret(guest.secret);
  if (!parts) throw over();
  return tools.db.inTenant(parts.tenantId, async (tx) => act(tx, await hold(tx, parts.secretHash, guest.now)));
}

async function log(
  tools: Tools,
  tx: Tx,
  { link, connection }: Held,
  what: { type: OperationEvent; action: string; changes: Changes },
  { client, now }: Guest,
): Promise<void> {
  const { row, type } = connection;
  const isOfLink = what.type.startsWith('setupLink.');
  const ofConnection = type === 'saml' ? row.uuid : row.op_id;
  await happen(tools, tx, {
    ...{ tenantId: link.tenant_id, at: now, operation: 'update', client, ...what },
    actor: { type: 'setupLink', id: link.uuid, name: `link:${link.created_by}` },
    targetId: isOfLink ? link.uuid : ofConnection,
  });
}

async function show(tools: Tools, tx: Tx, { link, connection, tenantName }: Held): Promise<ConnectionSetup> {
  const { row, type } = connection;
  const samlId = type === 'saml' ? row.saml_id : '';
  const { entityId, acsUrl, metadataUrl } = oursOf(tools.config.publicUrl, link.tenant_id, samlId);
  const traces = await listTraces(tx, row.uuid);
  const [test] = traces.filter(
    ({ purpose, at }) => purpose === 'test' && link.opened_at !== null && at >= link.opened_at,
  );
  return {
    ...{ type, tenantName, displayName: row.display_name, expiresAt: link.expires_at.toISOString() },
    saml:
      type === 'saml'
        ? {
            ours: { entityId, acsUrl, metadataUrl },
            given: isPending(row.entity_id)
              ? null
              : {
                  ...{ entityId: row.entity_id, ssoUrl: row.sso_url },
                  certificates: (await saml.listCertificates(tx, [row.uuid])).length,
                },
          }
        : null,
    openid:
      type === 'openid'
        ? {
            redirectUri: openid.redirectUriOf(tools, row),
            issuer: row.issuer,
            clientId: row.client_id === PENDING_CLIENT ? null : row.client_id,
          }
        : null,
    lastTest: test
      ? { at: test.at.toISOString(), cause: test.cause, detail: test.detail, requestId: test.request_id }
      : null,
  };
}

/** In place of a client ID that others will enter. */
const PENDING_CLIENT = 'pending';

/** Opens a link: it works once, and its browser gets a secret to go on with. Throws `revoked_or_expired`. */
export async function openSetup(
  tools: Tools,
  guest: Guest,
  action: string,
): Promise<{ setup: ConnectionSetup; secret: string }> {
  await spendCodeTry(tools, guest.client, guest.now);
  const parts = splitTenantSecret(guest.secret);
  if (!parts) throw over();
  const { tenantId, secretHash } = parts;
  const own = newSecret();
  return tools.db.inTenant(tenantId, async (tx) => {
    await lock(tx, await queries.findByHash(tx, secretHash));
    if (!(await queries.openLink(tx, secretHash, hashSecret(own), guest.now))) throw over();
    const held = await hold(tx, hashSecret(own), guest.now);
    const changes = { connection: { after: held.connection.row.display_name } };
    await log(tools, tx, held, { type: 'setupLink.opened', action, changes }, guest);
    return { setup: await show(tools, tx, held), secret: `${tenantId}.${own}` };
  });
}

export const readSetup = (tools: Tools, guest: Guest): Promise<ConnectionSetup> =>
  withLink(tools, guest, (tx, held) => show(tools, tx, held));

/** Only checks that the browser may: reading metadata is work. */
export const checkSetup = (tools: Tools, guest: Guest): Promise<void> => withLink(tools, guest, async () => undefined);

/**
 * Enters the identity provider of a SAML connection. Throws `revoked_or_expired`, `certification_expired`, `invalid_params`,
 * which does not tell that another connection has the entity ID.
 */
export const setUpSaml = (
  tools: Tools,
  guest: Guest,
  given: { entityId: string; ssoUrl: string; certifications: readonly string[] },
  action: string,
): Promise<ConnectionSetup> =>
  withLink(tools, guest, async (tx, held) => {
    if (held.connection.type !== 'saml') throw over();
    const changes = await saml.setIdentityProvider(tx, held.connection.row, given, guest.now).catch((error) => {
      throw isFailure(error, 'duplicated_params_entityId')
        ? fail('invalid_params', { field: 'entityId', cause: error })
        : error;
    });
    await log(tools, tx, held, { type: 'samlConnection.changed', action, changes }, guest);
    const connection = await findConnection(tx, held.link);
    return show(tools, tx, connection ? { ...held, connection } : held);
  });

/** Enters the client of an OpenID provider. Throws `revoked_or_expired`. */
export const setUpOpenid = (
  tools: Tools,
  guest: Guest,
  given: { clientId: string; clientSecret: string },
  action: string,
): Promise<ConnectionSetup> =>
  withLink(tools, guest, async (tx, held) => {
    if (held.connection.type !== 'openid') throw over();
    const changes = await openid.setClient(tools, tx, held.connection.row, given, guest.now);
    await log(tools, tx, held, { type: 'openidConnection.changed', action, changes }, guest);
    const connection = await findConnection(tx, held.link);
    return show(tools, tx, connection ? { ...held, connection } : held);
  });

/** Begins a test: the address of the provider. The browser comes back to the page of the link. */
export async function testSetup(tools: Tools, guest: Guest, browserSecret: string): Promise<string> {
  const { link, connection } = await withLink(tools, guest, async (_, held) => held);
  const by = { tenantId: link.tenant_id, userUuid: link.created_by_uuid, setupLink: link.uuid };
  const { client, now } = guest;
  if (connection.type === 'saml')
    return beginTest(tools, { ...by, samlId: connection.row.saml_id }, { browserSecret, now });
  const asked = { ...by, opId: connection.row.op_id, purpose: 'test', fresh: false, browserSecret } as const;
  return depart(tools, asked, client, now);
}

/** Hands the connection over; the link is over. */
export const completeSetup = (tools: Tools, guest: Guest, action: string): Promise<void> =>
  withLink(tools, guest, async (tx, held) => {
    await queries.setCompleted(tx, held.link.uuid, guest.now);
    await queries.deleteTests(tx, held.link.uuid);
    const changes = { connection: { after: held.connection.row.display_name } };
    await log(tools, tx, held, { type: 'setupLink.completed', action, changes }, guest);
  });
