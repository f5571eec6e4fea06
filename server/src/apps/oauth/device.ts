import { acrToTell } from '#contract/sign-in/acr.ts';
import { amrOf } from '#contract/sign-in/proofs.ts';
import type { Context, OauthClient } from 'oidc-provider';
import type * as contract from '#contract/apps/oauth-provider.ts';
import { fail } from '#contract/errors.ts';
import type { AnswerOf, BodyOf } from '#contract/route.ts';
import { writeAppSignIn } from '../../platform/events/sign-ins.ts';
import { hashSecret } from '../../platform/crypto/secret.ts';
import { findOauthArtifactBy, type OauthRow } from '../../platform/db/across-tenants.ts';
import { answerDeviceCode, storeOauthArtifacts } from '../../platform/db/oauth-store.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import type { ClientInfo } from '../../platform/http/client-info.ts';
import type { Caller } from '../../platform/http/session.ts';
import type { Tools } from '../../platform/tools.ts';
import { countTry, giveBack, type Limit, refuseThrottled } from '../../platform/limits/throttle.ts';
import { tenantOfClient } from './clients.ts';
import { askedOfApi, mayUse, sharesOf, shownApi } from './consent.ts';
import { allowedAsRead, keepConsent, scopesToAllow } from './consents.ts';
import { grantableScopes, makeGrant } from './grants.ts';
import { isNoApiScope } from '../apis/apis.ts';
import type { apiScopesAsked } from './known-apis.ts';
import { keepRefusal } from './kept-refusals.ts';
import { openidScopes as known } from './paths.ts';
import type { OauthProvider } from './provider.ts';
import { grantHashOf, requestState, withRequestState } from './request-state.ts';
import { acrsAsked, holdDemands, proofDue, whyUnmet } from './step-up.ts';

/** Dependencies of the device page's answers. */
export interface DeviceDesk {
  tools: Tools;
  oauth: OauthProvider;
  caller: Caller;
  client: ClientInfo;
  now: Date;
}

interface DeviceQuestion {
  userCodeHash: Buffer;
  row: OauthRow;
  client: OauthClient;
  scopes: string[];
  /** What it asks of an API of the tenant. */
  api: ReturnType<typeof apiScopesAsked>;
}

const openid: ReadonlySet<string> = new Set(known);
const TRIES_PER_SESSION = 10;
const TRIES_PER_ADDRESS = 60;
const TRIES_WITHIN_S = 600;

/**
 * The device that shows a user code (RFC 8628), if its client may sign in users of the caller's tenant. Throws
 * `wrong_user_code`, `user_code_expired`, `too_many_requests`.
 */
async function findDevice(desk: DeviceDesk, userCode: string): Promise<DeviceQuestion> {
  const { tools, oauth, caller, now } = desk;
  const guess = await spendGuess(desk);
  const userCodeHash = hashSecret(userCode.toUpperCase().replace(/[^A-Z0-9]/g, ''));
  const row = await findOauthArtifactBy(tools.db.pool, 'userCode', userCodeHash);
  if (row?.tenant_id !== '-' || row.payload.error || row.payload.accountId) throw fail('wrong_user_code');
  const client = await oauth.current().Client.find(String(row.payload.clientId));
  if (!client || tenantOfClient(client.clientId) !== caller.tenantId) throw fail('wrong_user_code');
  // A right code is no guess, even if expired: offices set up many devices.
  await giveBack(tools.db, guess);
  if (Number(row.payload.exp) * 1000 <= now.getTime()) throw fail('user_code_expired');
  const { scope } = paramsOf(row);
  const asked = (scope ?? '').split(' ').filter(Boolean);
  // The confirmation page for the code is also the consent page.
  const resource = apiResource(row);
  const api = await askedOfApi(oauth, client.clientId, { scopes: asked, resource });
  const { grants } = caller.account;
  const shares = await sharesOf(oauth, client);
  const scopes = scopesToAllow({ scopes: asked, prompts: ['consent'], client, grants, api, shares });
  return { userCodeHash, row, client, scopes, api };
}

/** Counted before the look-up, so that parallel guesses count too (standards 11). */
async function spendGuess({ tools, caller, client, now }: DeviceDesk): Promise<Limit[]> {
  const withinSeconds = TRIES_WITHIN_S;
  const limits: Limit[] = [
    { name: 'deviceUserCodeSession', key: String(caller.sessionId), most: TRIES_PER_SESSION, withinSeconds },
    { name: 'deviceUserCodeAddress', key: client.network, most: TRIES_PER_ADDRESS, withinSeconds },
  ];
  await countTry(tools.db, limits, now);
  await refuseThrottled(
    tools.db,
    limits.map((limit) => ({ ...limit, most: limit.most + 1 })),
    now,
  );
  return limits;
}

type MissingProof = AnswerOf<typeof contract.verifyDevice>['missingProof'];
type DeviceParams = Context['oidc']['params'];
const paramsOf = (row: OauthRow) => row.payload.params as DeviceParams;
/** What is known of its request: from where, and when. */
const infoOf = (row: OauthRow) =>
  (row.payload.deviceInfo ?? {}) as { address?: string; userAgent?: string; at?: number };

/** What the session lacks for the request and its app; what nobody can give is noted for the administrators of the app. */
function missingProof({ tools, caller, now }: DeviceDesk, row: OauthRow, client: OauthClient): MissingProof {
  const { account } = caller;
  const params = paramsOf(row);
  const next = proofDue({ params, client }, account, account.session_proofs ?? []);
  if (next === 'unmet' || next === 'mfaOff') {
    keepRefusal(tools, client.clientId, { errorId: 'unmet_authentication_requirements', reason: whyUnmet(next) });
    return 'unobtainable';
  }
  if (next !== 'met') return next === 'signIn' ? 'signIn' : 'mfa';
  return isRecent(params, account.proved_at, { begun: infoOf(row).at ?? Number.POSITIVE_INFINITY, now })
    ? null
    : 'signIn';
}

/** Whether a proof is as young as `max_age` says, or was given for this request. The library turns 0 into `prompt=login`. */
function isRecent({ max_age: age, prompt }: DeviceParams, proved: Date | null, at: { begun: number; now: Date }) {
  if (age === undefined && !prompt?.split(' ').includes('login')) return true;
  const provedAt = proved?.getTime() ?? 0;
  const isYoung = age !== undefined && at.now.getTime() - provedAt <= Number(age) * 1000;
  return isYoung || provedAt >= at.begun;
}

/** What the user is asked to confirm. */
export async function describeDevice(desk: DeviceDesk, userCode: string) {
  const { row, client, scopes, api } = await findDevice(desk, userCode);
  const { address, userAgent } = infoOf(row);
  return {
    clientId: client.clientId,
    clientName: client.clientName ?? client.clientId,
    scopes: scopes.filter(isNoApiScope),
    api: shownApi(api),
    shares: await sharesOf(desk.oauth, client),
    assigned: await mayUse(desk.tools, client, desk.caller),
    missingProof: missingProof(desk, row, client),
    address: address ?? '',
    userAgent: userAgent ?? '',
  };
}

/**
 * Approves or denies the device; the first answer is final. Calls `audit` in the same transaction. Throws as
 * `findDevice`; `forbidden` for approval by who is not assigned to the app or lacks a proof that is asked for, and the
 * device waits for who may.
 */
export async function answerDevice(
  desk: DeviceDesk,
  { userCode, accept, shares }: BodyOf<typeof contract.completeDevice>,
  audit: (tx: Tx, clientId: string) => Promise<void>,
): Promise<void> {
  const found = await findDevice(desk, userCode);
  const question = { ...found, scopes: allowedAsRead(found.scopes, shares) };
  if (accept) {
    const isProven = missingProof(desk, question.row, question.client) === null;
    if (!(isProven && (await mayUse(desk.tools, question.client, desk.caller)))) throw fail('forbidden');
  }
  await withRequestState(desk.client, async () => {
    const granted = accept ? await grantDevice(desk, question) : null;
    await desk.tools.db.inTenant(desk.caller.tenantId, async (tx) => {
      const won = granted ? await acceptDevice(tx, desk, question, granted) : await refuseDevice(tx, desk, question);
      if (!won) throw fail('wrong_user_code');
      await audit(tx, question.client.clientId);
    });
  });
}

function refuseDevice(tx: Tx, { caller }: DeviceDesk, { userCodeHash }: DeviceQuestion): Promise<boolean> {
  return answerDeviceCode(tx, userCodeHash, {
    tenantId: caller.tenantId,
    userUuid: caller.uuid,
    sessionId: null,
    grantHash: null,
    payload: { error: 'access_denied', errorDescription: 'the person refused the device' },
  });
}

/** Stores consent and grant and completes the device code, as the library does after its own pages; false: too late. */
async function acceptDevice(
  tx: Tx,
  { caller, client: origin, now }: DeviceDesk,
  { client, scopes, userCodeHash, row }: DeviceQuestion,
  { grantId, artifact, scope, resource }: DeviceGrant,
): Promise<boolean> {
  const { tenantId, uuid: userUuid, sessionId } = caller;
  const { clientId } = client;
  if ((await holdDemands(tx, clientId, caller.account.session_proofs ?? [])) !== null) throw fail('forbidden');
  await keepConsent(tx, { tenantId, userUuid, clientId, scopes, now });
  await storeOauthArtifacts(tx, artifact);
  await writeAppSignIn(tx, { uuid: userUuid, clientId, sessionId, client: origin, now });
  return answerDeviceCode(tx, userCodeHash, {
    tenantId,
    userUuid,
    sessionId: artifact.sessionId,
    grantHash: grantHashOf(grantId),
    payload: {
      accountId: userUuid,
      grantId,
      scope,
      bound: artifact.sessionId,
      sessionUid: sessionId,
      acr: acrToTell(caller.account.session_proofs ?? [], acrsAsked({ params: paramsOf(row), client }).values),
      amr: amrOf(caller.account.session_proofs ?? []),
      authTime: Math.floor((caller.account.proved_at?.getTime() ?? 0) / 1000),
      ...(resource ? { resource } : {}),
      ...(client.includeSid() ? { sid: sessionId } : {}),
    },
  });
}

type DeviceGrant = Awaited<ReturnType<typeof grantDevice>>;

/** The grant for what the device asked for, limited to what client and user may have; not yet stored. */
async function grantDevice({ oauth, caller }: DeviceDesk, question: DeviceQuestion) {
  requestState().tenants.set(caller.uuid, caller.tenantId);
  const resource = apiResource(question.row);
  const ofApi = question.api?.scopes.map(({ name }) => name);
  const allowed = new Set(ofApi ?? question.client.portico_scope?.split(' '));
  const openidScopes = question.scopes.filter((scope) => openid.has(scope));
  const asked = resource ? (ofApi ?? question.scopes.filter((scope) => allowed.has(scope))) : [];
  const grant = await makeGrant(oauth.current(), {
    uuid: caller.uuid,
    clientId: question.client.clientId,
    scopes: asked,
    openidScopes,
    resources: resource ? { [resource]: allowed } : {},
    grants: caller.account.grants,
    sessionId: String(caller.sessionId),
  });
  const made = requestState().newGrant;
  if (!made) throw new Error('The grant was not made');
  const scope = [...openidScopes, ...grantableScopes(asked, caller.account.grants)].join(' ');
  return { grantId: grant.jti, artifact: made.artifact, scope, resource };
}

function apiResource(row: OauthRow): string | undefined {
  const { resource } = paramsOf(row);
  return Array.isArray(resource) ? resource[0] : resource;
}
