import { type Context, errors, interactionPolicy } from 'oidc-provider';
import type { Tools } from '../../platform/tools.ts';
import { type Clients, tenantOfClient } from './clients.ts';
import { findAdmission, scopesToAllow } from './consents.ts';
import { NOT_ASSIGNED } from './kept-refusals.ts';
import { apiScopesAsked, type KnownApis } from './known-apis.ts';
import { sharedKindsOf } from '#contract/apps/claim-values.ts';
import { PORTAL_CLIENT } from '#contract/principals.ts';
import { claimNames, readClaims, scopesOfClaims } from './claims-parameter.ts';
import { mappedClaimsOf } from './mapped-claims.ts';
import { LOGIN_AFTER, type Moments } from './moments.ts';
import { paths } from './paths.ts';
import { noteNotAssigned } from './refusals.ts';
import { requestState } from './request-state.ts';
import { type NextProof, STEP_UP, stepUpPrompt, STEPPED_UP } from './step-up.ts';

/** Added to the return address of the consent page, for `prompt=consent`: the answer must not be older. */
const CONSENT_AFTER = 'consent_after';
/** Added by the consent page on denial. Adding it by hand only denies one's own request. */
const CONSENT = 'consent';
const DENIED = 'denied';

function momentOf(ctx: Context, name: string): number | null {
  const value = ctx.query[name];
  return typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : null;
}

const { Check } = interactionPolicy;

const asksForLogin = ({ hasJustSignedIn }: Moments) =>
  new Check('login_prompt', 'a new sign-in was asked for', 'login_required', (ctx) => {
    const { prompts } = ctx.oidc;
    return (prompts.has('login') || prompts.has('select_account')) && !hasJustSignedIn(ctx);
  });

const tooLongAgo = ({ hasJustSignedIn }: Moments) =>
  new Check('max_age', 'the sign-in is too long ago', 'login_required', (ctx) => {
    const { params, session } = ctx.oidc;
    if (params.max_age === undefined || !session.accountId) return false;
    return session.past(params.max_age) && !hasJustSignedIn(ctx);
  });

/**
 * A client cannot sign in users of another tenant: they may sign in with an account of its tenant. With `prompt=none`
 * the client gets the same error as for a signed-out user.
 */
const OTHER_TENANT = 'tenant';
const otherTenant = new Check(OTHER_TENANT, 'the account belongs to another tenant', 'login_required', (ctx) => {
  const { session } = requestState();
  if (!session || ctx.oidc.client.clientId === PORTAL_CLIENT) return false;
  return tenantOfClient(ctx.oidc.client.clientId) !== session.tenantId;
});

/** Users who must set up MFA first may only continue to the portal, which leads there. */
const secondFactorDue = new Check('second_factor', 'a second factor is to be set up', 'interaction_required', (ctx) => {
  const { session } = requestState();
  return session?.limited === true && ctx.oidc.client.clientId !== PORTAL_CLIENT;
});

/** The user's consent and assignment, read once a request. */
async function admissionOf(tools: Tools, ctx: Context) {
  const state = requestState();
  const { session } = state;
  if (!session) throw new Error('Nobody is signed in');
  state.admission ??= tools.db.reading(session.tenantId, (tx) =>
    findAdmission(tx, session.user_uuid, ctx.oidc.client.clientId),
  );
  return state.admission;
}

/**
 * A client that is for assigned users and groups gets nobody else (docs/decisions/0185). The user reads it on a page, and
 * the app is told when they go back.
 */
const ASSIGNMENT = 'assignment';
const notAssigned = (tools: Tools) =>
  new Check('not_assigned', NOT_ASSIGNED, 'access_denied', async (ctx) => {
    const { session } = requestState();
    if (!session || !ctx.oidc.client.assigned_only || (await admissionOf(tools, ctx)).assigned) return false;
    if (ctx.query[CONSENT] === DENIED) throw new errors.AccessDenied(NOT_ASSIGNED);
    noteNotAssigned(tools, ctx);
    return true;
  });

/**
 * Third-party clients get what the user has allowed (docs/decisions/0063): new scopes require consent, and so does
 * `prompt=consent`, even for first-party clients. The portal itself never asks.
 */
const consentDue = (tools: Tools, clients: Clients, apis: KnownApis) =>
  new Check('consent_due', 'consent is required', 'consent_required', async (ctx) => {
    const { client, params, prompts } = ctx.oidc;
    const { session } = requestState();
    if (!session || client.clientId === PORTAL_CLIENT) return false;
    if (ctx.query[CONSENT] === DENIED) throw new errors.AccessDenied('the person refused');
    const asksAgain = prompts.has('consent');
    if (client.first_party && !asksAgain) return false;
    const { grants } = session.principal;
    const claims = scopesOfClaims(claimNames(readClaims(params.claims, client)));
    const asked = [...(params.scope?.split(' ') ?? []), ...claims];
    // By now the library has filled in what the request is for.
    const resource = [params.resource].flat()[0];
    const api = resource ? apiScopesAsked(await apis.ofClient(client.clientId), { scopes: asked, resource }) : null;
    const record = await clients.find(client.clientId);
    const shares = record ? sharedKindsOf(mappedClaimsOf(record)) : [];
    const scopes = scopesToAllow({ scopes: asked, prompts: [...prompts], client, grants, api, shares });
    if (scopes.length === 0) return false;
    const consent = await admissionOf(tools, ctx);
    if (consent.answered_at === null || scopes.some((scope) => !consent.scopes.includes(scope))) return true;
    // Consent may be revoked before the code is stored: store.ts checks again.
    requestState().consent = { userUuid: session.user_uuid, clientId: client.clientId, scopes };
    const after = momentOf(ctx, CONSENT_AFTER);
    return asksAgain && (after === null || consent.answered_at.getTime() < after);
  });

/** Requirements before a code is issued, in order: sign-in, admission, more proof, assignment, consent. */
export function createPolicy(tools: Tools, clients: Clients, apis: KnownApis, moments: Moments) {
  const policy = interactionPolicy.base();
  const login = policy.get('login');
  login.checks.remove('login_prompt');
  login.checks.remove('max_age');
  // More proof is a step of its own (step-up.ts).
  login.checks.remove('essential_acrs');
  login.checks.remove('essential_acr');
  login.checks.add(asksForLogin(moments));
  login.checks.add(tooLongAgo(moments));
  const consent = policy.get('consent');
  consent.checks.clear();
  consent.checks.add(consentDue(tools, clients, apis));
  const selectAccount = new interactionPolicy.Prompt({ name: 'select_account', requestable: true });
  // Covered by `login`: the sign-in page lets users select an account.
  selectAccount.checks.clear();
  policy.add(selectAccount);
  const admission = new interactionPolicy.Prompt({ name: 'admission' });
  admission.checks.add(otherTenant);
  admission.checks.add(secondFactorDue);
  policy.add(admission, 1);
  policy.add(stepUpPrompt(), 2);
  const assignment = new interactionPolicy.Prompt({ name: ASSIGNMENT });
  assignment.checks.add(notAssigned(tools));
  policy.add(assignment, 3);
  return policy;
}

interface Interaction {
  prompt: { name: string; reasons: string[] };
}

/**
 * Address of the page for the missing requirement: sign-in, MFA or consent (which also says who is not assigned), with
 * this request's own address to return to. No state is stored meanwhile.
 */
export function interactionAddress(ctx: Context, interaction: Interaction, now: Date, moments: Moments): string {
  const { prompt } = interaction;
  const consents = prompt.name === 'consent' || prompt.name === ASSIGNMENT;
  const provesMore = prompt.name === STEP_UP;
  const inSession = provesMore && !prompt.reasons.includes('signIn' satisfies NextProof);
  const setsUp = inSession || (prompt.name === 'admission' && !prompt.reasons.includes(OTHER_TENANT));
  const back = new URLSearchParams();
  // What was just done for this request is not asked for again after the page that comes now.
  const kept: Readonly<Record<string, boolean>> = {
    [LOGIN_AFTER]: consents || setsUp,
    [STEPPED_UP]: consents,
    [CONSENT_AFTER]: false,
    [CONSENT]: false,
  };
  for (const [name, value] of Object.entries(ctx.query)) {
    if (typeof value === 'string' && (!Object.hasOwn(kept, name) || kept[name])) back.set(name, value);
  }
  // The page that asks who signs in reads it there; it is no part of a request that was pushed.
  const { login_hint: hint } = ctx.oidc.params;
  if (ctx.query.request_uri !== undefined && hint !== undefined) back.set('login_hint', hint);
  if (provesMore) back.set(STEPPED_UP, '1');
  if (setsUp) return provingAddress(prompt, back);
  if (consents) back.set(CONSENT_AFTER, String(now.getTime()));
  else back.set(LOGIN_AFTER, moments.mark(ctx));
  const query = new URLSearchParams({ url: `${paths.authorization}?${back}` });
  // Asks a signed-in user again instead of redirecting straight back.
  if (ctx.oidc.session.accountId && !consents) query.set('prompt', 'login');
  const tenantId = tenantOfClient(ctx.oidc.client.clientId);
  if (tenantId) query.set('tenantId', tenantId);
  const { ui_locales: languages } = ctx.oidc.params;
  if (typeof languages === 'string') query.set('ui_locales', languages);
  return `${consents ? paths.consent : paths.login}?${query}`;
}

/** The page where MFA is set up, or proved by who has it. */
function provingAddress({ reasons }: Interaction['prompt'], back: URLSearchParams): string {
  const query = new URLSearchParams({ url: `${paths.authorization}?${back}` });
  if (reasons.includes('prove' satisfies NextProof)) query.set('prove', 'mfa');
  return `${paths.authenticatorSetting}?${query}`;
}
