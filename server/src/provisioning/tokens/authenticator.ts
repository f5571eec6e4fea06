import type { FastifyRequest } from 'fastify';
import type { Actor, Right } from '#contract/principals.ts';
import { hashSecret } from '../../platform/crypto/secret.ts';
import { type ClientInfo, clientInfo } from '../../platform/http/client-info.ts';
import { noteActor } from '../../platform/http/known-actor.ts';
import { type Authenticator, IN_NO_GROUPS } from '../../platform/http/principal.ts';
import { type Limit, spendTry } from '../../platform/limits/throttle.ts';
import type { Tools } from '../../platform/tools.ts';
import { isReading } from '../scim/reading.ts';
import { ScimRefusal } from '../scim/refusal.ts';
import { findLogToken, findOpenToken, noteUsed, type OpenToken } from './queries.ts';

/** `<tenant>.<random>`: the tenant is part of it, so that no look-up reaches across tenants. */
const TOKEN = /^([a-z0-9][a-z0-9-]{1,30}[a-z0-9])\.([A-Za-z0-9_-]{43})$/;
const NOTED_EVERY_MS = 60_000;

/** Wrong tokens a network may send; right ones are never held up by them. */
const wrongTokens = (network: string): Limit => ({
  name: 'managementToken',
  key: network,
  most: 60,
  withinSeconds: 300,
});

/**
 * A source, by a management token with the scope `scim`. It is read at every call, so that revoking one works at once on
 * every process. One of a source that is being set up only reads. Throws `too_many_requests` after too many wrong ones from one network.
 */
export const sourceAuthenticator = (tools: Tools): Authenticator => ({
  type: 'source',
  isBeforeBody: true,
  async find(request, token, now) {
    const client = clientInfo(request);
    const [, tenantId, secret] = TOKEN.exec(token) ?? [];
    const found = tenantId && secret ? await findOpenToken(tools.db, tenantId, hashSecret(secret), now) : null;
    if (!tenantId || !found?.scopes.includes('scim')) {
      await spendTry(tools.db, [wrongTokens(client.network)], now);
      return null;
    }
    const actor: Actor = { type: 'source', id: found.source_uuid, name: `source:${found.source_name}` };
    noteActor(request, { ...actor, tenantId });
    noteUse(tools, tenantId, found, client, now);
    tokens.set(request, found.uuid);
    if (!found.source_enabled && !isReading(request)) throw new ScimRefusal(403, 'The source is not switched on yet.');
    return { tenantId, actor, permissions: new Set(), inGroups: IN_NO_GROUPS, client: null, provedAt: null };
  },
});

/** A management token of no source: what its scope allows, in its tenant. Read at every call, like that of a source. */
export const managementTokenAuthenticator = (tools: Tools): Authenticator => ({
  type: 'managementToken',
  isBeforeBody: true,
  async find(request, token, now) {
    const client = clientInfo(request);
    const [, tenantId, secret] = TOKEN.exec(token) ?? [];
    if (!tenantId || !secret) return null;
    const found = await findLogToken(tools.db, tenantId, hashSecret(secret), now);
    if (!found?.scopes.includes('logs')) {
      await spendTry(tools.db, [wrongTokens(client.network)], now);
      return null;
    }
    const actor: Actor = { type: 'managementToken', id: found.uuid, name: `token:${found.name}` };
    noteActor(request, { ...actor, tenantId });
    noteUse(tools, tenantId, found, client, now);
    const permissions = new Set<Right>(['logs:read']);
    return { tenantId, actor, permissions, inGroups: IN_NO_GROUPS, client: null, provedAt: null };
  },
});

const tokens = new WeakMap<FastifyRequest, string>();
/** The token of a source's call. */
export function tokenOf(request: FastifyRequest): string {
  const uuid = tokens.get(request);
  if (uuid === undefined) throw new Error('a call of no source');
  return uuid;
}

/** At most once a minute; the call does not wait for it. */
function noteUse(
  tools: Tools,
  tenantId: string,
  token: Pick<OpenToken, 'uuid' | 'last_used_at'>,
  { address }: ClientInfo,
  now: Date,
): void {
  const { uuid, last_used_at: at } = token;
  if (at !== null && now.getTime() - at.getTime() < NOTED_EVERY_MS) return;
  tools.db
    .inTenant(tenantId, (tx) => noteUsed(tx, uuid, address, now))
    .catch((error) => tools.log.warn({ err: error }, 'the use of a token was not noted'));
}
