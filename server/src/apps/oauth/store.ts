import { type Adapter, errors, type Provider } from 'oidc-provider';
import { type SecurityPolicy, securityPolicy } from '#contract/security-policy.ts';
import { writeAppSignIn } from '../../platform/events/sign-ins.ts';
import { hashSecret } from '../../platform/crypto/secret.ts';
import {
  consumeOauthArtifact,
  destroyOauthArtifact,
  findOauthArtifact,
  type OauthRow,
  revokeOauthGrant,
} from '../../platform/db/across-tenants.ts';
import {
  type Artifact,
  findRefreshToken,
  rotateRefreshToken,
  storeOauthArtifacts,
} from '../../platform/db/oauth-store.ts';
import { networkOf } from '../../platform/http/client-info.ts';
import { PROVIDER } from '../../platform/db/transaction.ts';
import type { Tools } from '../../platform/tools.ts';
import { type Limit, spendTry } from '../../platform/limits/throttle.ts';
import { holdConsent } from './consents.ts';
import { PORTAL_CLIENT } from '#contract/principals.ts';
import { life, paths } from './paths.ts';
import type { PollPace } from './poll-pace.ts';
import { limitPushed, PUSHED } from './pushed.ts';
import { logRefusal } from './refusals.ts';
import { grantHashOf, requestState } from './request-state.ts';
import { holdDemands, UNMET } from './step-up.ts';

type Payload = Record<string, unknown>;

/** Rows are kept this much longer than they are valid, so that a late second use is still recognized. */
const KEPT_LONGER_S = 600;

const text = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** Codes store what a caller sent (nonce, scope, state); PostgreSQL cannot store NUL. */
function refuseNul(model: string, payload: Payload): void {
  if (model !== 'AuthorizationCode' && model !== 'DeviceCode') return;
  if (JSON.stringify(payload).includes('\\u0000')) throw new errors.InvalidRequest('a parameter holds a NUL');
}

/** The stored payload: without secrets, with its session. */
function toArtifact(model: string, id: string, payload: Payload): Artifact {
  const { jti: _id, userCode, ...kept } = payload;
  const state = requestState();
  const accountId = text(payload.accountId);
  const tenantId = accountId ? state.tenants.get(accountId) : PROVIDER;
  if (!tenantId) throw new Error('An artifact of a user whose tenant is not known');
  const grantId = model === 'Grant' ? id : text(payload.grantId);
  const bound = grantId ? (state.bindings.get(grantId) ?? null) : null;
  // The client is notified when that session ends, whether its grant outlives it or not
  // (migrations/0075_deliveries.sql).
  const ofSession = model === 'Grant' ? state.sessions.get(id) : undefined;
  return {
    tenantId,
    model,
    idHash: hashSecret(id),
    payload: { ...kept, bound, ...(ofSession ? { ofSession } : {}) },
    grantHash: model !== 'Grant' && grantId ? grantHashOf(grantId) : null,
    userUuid: accountId,
    sessionId: bound,
    clientId: text(payload.clientId),
    userCodeHash: text(userCode) ? hashSecret(String(userCode)) : null,
    expiresAt: new Date((Number(payload.exp) + KEPT_LONGER_S) * 1000),
  };
}

/** Converts a row for the library and records its tenant and session. */
function fromRow(id: string, row: Pick<OauthRow, 'tenant_id' | 'payload' | 'consumed_at'>, grantId?: string): Payload {
  const state = requestState();
  const { bound, ofSession: _told, ...payload } = row.payload;
  const accountId = text(payload.accountId);
  if (accountId) state.tenants.set(accountId, row.tenant_id);
  const family = grantId ?? text(payload.grantId);
  if (family) state.bindings.set(family, text(bound));
  return {
    ...payload,
    jti: id,
    ...(row.consumed_at ? { consumed: Math.floor(row.consumed_at.getTime() / 1000) } : {}),
  };
}

/** Reads a refresh token with its grant and the state of its user: one query for a whole refresh. */
async function findRefresh(tools: Tools, id: string): Promise<Payload | undefined> {
  const row = await findRefreshToken(tools.db.pool, hashSecret(id));
  // Without its grant it is revoked: a second use of the code may have come between the two rows.
  if (!row?.grant_payload) return undefined;
  const state = requestState();
  // Whether it may be used again is decided when its successor is stored.
  const payload = fromRow(id, { ...row, consumed_at: null });
  const grantId = text(payload.grantId);
  if (grantId) {
    state.grants.set(grantId, fromRow(grantId, { ...row, payload: row.grant_payload, consumed_at: null }, grantId));
  }
  const { tenant_id, payload: _p, expires_at, consumed_at, grant_payload, user_uuid, security_policy, ...rest } = row;
  if (row.user_status) state.principal = { ...rest, policy: policyOf(security_policy) };
  return payload;
}

/**
 * The library consumes a device code before it reads the grant; a concurrent loser would revoke the grant in between,
 * and nobody would succeed. So each caller that may succeed reads the grant first.
 */
async function findGrantAhead(tools: Tools, grantId: string | null): Promise<void> {
  const row = grantId && (await findOauthArtifact(tools.db.pool, 'Grant', grantHashOf(grantId)));
  if (row) requestState().grants.set(grantId, fromRow(grantId, row, grantId));
}

/** Parsed policies: a tenant's policy changes rarely, and refreshes are frequent. */
const policies = new Map<string, SecurityPolicy>();

function policyOf(stored: Record<string, unknown>): SecurityPolicy {
  const key = JSON.stringify(stored);
  const known = policies.get(key) ?? securityPolicy.parse(stored);
  if (policies.size >= 1000) policies.clear();
  policies.set(key, known);
  return known;
}

/** Revokes a family once per request, however many models ask for it. */
function revokeFamily(tools: Tools, grantId: string): Promise<unknown> {
  const { revoked, tenants } = requestState();
  const under = revoked.get(grantId) ?? revokeOauthGrant(tools.db.pool, grantHashOf(grantId));
  revoked.set(grantId, under);
  // A use of the code at the same moment may have read the account with this grant: the next call reads it anew.
  return under.finally(() => {
    for (const [uuid, tenantId] of tenants) tools.principals.forget(tenantId, uuid);
  });
}

const DEVICES_WITHIN_S = 600;
const DEVICES_PER_ADDRESS = 120;
const DEVICES_OF_CLIENT_PER_ADDRESS = 60;

/**
 * Rate-limits device authorization requests before anything is stored. Counted per client and address: anyone can use a
 * public client's ID, and must not be able to block its other devices. Throws `too_many_requests`.
 */
async function limitDevices(tools: Tools, clientId: string): Promise<void> {
  const { address } = requestState();
  const key = networkOf(address);
  const withinSeconds = DEVICES_WITHIN_S;
  const limits: Limit[] = [
    { name: 'deviceAuthorizationAddress', key, most: DEVICES_PER_ADDRESS, withinSeconds },
    {
      name: 'deviceAuthorizationClient',
      key: `${clientId} ${key}`,
      most: DEVICES_OF_CLIENT_PER_ADDRESS,
      withinSeconds,
    },
  ];
  await spendTry(tools.db, limits, tools.clock());
}

/**
 * Stores a code and its grant. A code is a sign-in to the requesting app, and is logged as one (docs/decisions/0063).
 * One issued under a consent is stored only while that exists, so that disconnecting the app leaves nothing behind. The
 * app's demand of MFA is read anew. Throws `access_denied`, `unmet_authentication_requirements`.
 */
async function storeCode(tools: Tools, artifact: Artifact, grant: Artifact | undefined): Promise<void> {
  const { tenantId, userUuid: uuid, clientId } = artifact;
  if (!uuid || !clientId || clientId === PORTAL_CLIENT) return storeOauthArtifacts(tools.db.pool, artifact, grant);
  const state = requestState();
  const sessionId = state.session?.session_id ?? null;
  const entry = { uuid, clientId, sessionId, client: state, now: tools.clock() };
  await tools.db.inTenant(tenantId, async (tx) => {
    // First, as those take them who change the app.
    const refused = await holdDemands(tx, clientId, state.session?.proofs ?? []);
    if (refused !== null)
      throw refused === UNMET ? new errors.UnmetAuthenticationRequirements(UNMET) : new errors.AccessDenied(refused);
    if (state.consent && !(await holdConsent(tx, state.consent)))
      throw new errors.AccessDenied('the person has disconnected the application');
    await Promise.all([storeOauthArtifacts(tx, artifact, grant), writeAppSignIn(tx, entry)]);
  });
}

/** A second use means a stolen copy or a faulty client: logged for the operator. */
function noteReuse(tools: Tools, model: string, clientId: string | null): void {
  const call = { method: 'POST', route: paths.token, isProven: true } as const;
  logRefusal(tools, { ...call, errorId: 'invalid_grant', clientId, reason: `${model} used again` });
}

/**
 * Gives a refresh token the ID that follows from the one before, under a key that is nobody's but the server's: so a retry
 * whose first answer was lost gets the same token, though only hashes are stored.
 */
export function followRefreshTokens({ RefreshToken }: Pick<Provider, 'RefreshToken'>, tools: Tools): void {
  const unrelated = RefreshToken.prototype.generateTokenId;
  RefreshToken.prototype.generateTokenId = function generateTokenId() {
    const { rotated } = requestState();
    if (rotated === null) return unrelated.call(this);
    return tools.keyedHash('refreshToken', PROVIDER, rotated).toString('base64url');
  };
}

/** The store of one of the library's models over the table oauth_artifacts. */
export function createStore(tools: Tools, model: string, pace: PollPace): Adapter {
  const { pool } = tools.db;
  return {
    async upsert(id, payload) {
      const state = requestState();
      if (model === 'Grant') {
        state.newGrant = { grantId: id, artifact: toArtifact(model, id, payload) };
        return;
      }
      refuseNul(model, payload);
      if (model === 'DeviceCode') await limitDevices(tools, text(payload.clientId) ?? '');
      if (model === PUSHED) await limitPushed(tools, payload);
      const artifact = toArtifact(model, id, payload);
      if (model === 'RefreshToken' && state.rotated !== null) {
        // Used again within the grace, it has the same successor again (docs/decisions/0187).
        if ((await rotateRefreshToken(pool, hashSecret(state.rotated), artifact)) !== 'ended') return;
        // A second use revokes the family (RFC 9700 section 4.14).
        noteReuse(tools, model, text(payload.clientId));
        await revokeFamily(tools, String(payload.grantId));
        throw new errors.InvalidGrant();
      }
      const grant = state.newGrant && state.newGrant.grantId === payload.grantId ? state.newGrant.artifact : undefined;
      if (model === 'AuthorizationCode') await storeCode(tools, artifact, grant);
      else await storeOauthArtifacts(pool, artifact, grant);
      if (grant) state.newGrant = null;
    },
    async find(id) {
      if (model === 'RefreshToken') return findRefresh(tools, id);
      const known = model === 'Grant' ? requestState().grants.get(id) : undefined;
      if (known) return known;
      const row = await findOauthArtifact(pool, model, hashSecret(id));
      if (!row) return undefined;
      if (model === 'DeviceCode' && !row.payload.accountId && !row.payload.error) pace.step(id);
      if (model === 'DeviceCode') await findGrantAhead(tools, text(row.payload.grantId));
      return fromRow(id, row, model === 'Grant' ? id : undefined);
    },
    // Sessions are Portico's own, and user codes are handled by device.ts: neither is looked up here.
    findByUid: async () => undefined,
    findByUserCode: async () => undefined,
    async consume(id) {
      if (model === 'RefreshToken') {
        requestState().rotated = id;
        return;
      }
      if (await consumeOauthArtifact(pool, model, hashSecret(id))) return;
      if (model === PUSHED) throw new errors.InvalidRequestUri('request_uri was already used');
      const row = await findOauthArtifact(pool, model, hashSecret(id));
      const grantId = row && text(row.payload.grantId);
      noteReuse(tools, model, row && text(row.payload.clientId));
      if (grantId) await revokeFamily(tools, grantId);
      throw new errors.InvalidGrant();
    },
    destroy: async (id) => {
      if (model === 'Grant') await revokeFamily(tools, id);
      // A used refresh token is kept until it expires, to recognize its reuse.
      else if (model !== 'RefreshToken') await destroyOauthArtifact(pool, model, hashSecret(id));
    },
    revokeByGrantId: async (grantId) => {
      await revokeFamily(tools, grantId);
    },
  };
}

/** Adapter for models that Portico does not need: the library's sessions and interactions (bridge.ts). */
export const nothingKept: Adapter = {
  upsert: async () => {},
  find: async () => undefined,
  findByUid: async () => undefined,
  findByUserCode: async () => undefined,
  consume: async () => {},
  destroy: async () => {},
  revokeByGrantId: async () => {},
};

export const refreshLife = (alreadyLived: number) =>
  Math.max(1, Math.min(life.refreshToken, life.grant - alreadyLived));
