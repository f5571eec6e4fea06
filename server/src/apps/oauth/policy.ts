import { type Context, errors, interactionPolicy } from 'oidc-provider';
import type { Tools } from '../../platform/tools.ts';
import { tenantOfClient } from './clients.ts';
import { findConsent, scopesToAllow } from './consents.ts';
import { PORTAL_CLIENT } from '#contract/principals.ts';
import { paths } from './paths.ts';
import { requestState } from './request-state.ts';

/**
 * Set on the address that the sign-in page returns to: the proof of who one is must not be older. Whoever changes it
 * gains no more than by leaving `prompt` out; a client that must be sure compares `auth_time`. Milliseconds: a sign-in
 * of the same second, just before, is not the one that was asked for.
 */
const LOGIN_AFTER = 'login_after';

/** Set likewise on the address that the consent page returns to, for `prompt=consent`: the answer must not be older. */
const CONSENT_AFTER = 'consent_after';
/** Set by the consent page when the person says no. Whoever adds it is told no, and nothing else. */
const CONSENT = 'consent';
const DENIED = 'denied';

function momentOf(ctx: Context, name: string): number | null {
  const value = ctx.query[name];
  return typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : null;
}

/** Whether a proof was given since the person was sent to the sign-in page for this request. */
function hasJustSignedIn(ctx: Context): boolean {
  const after = momentOf(ctx, LOGIN_AFTER);
  return after !== null && (requestState().session?.proved_at.getTime() ?? 0) >= after;
}

const { Check } = interactionPolicy;

const asksForLogin = new Check('login_prompt', 'a new sign-in was asked for', 'login_required', (ctx) => {
  const { prompts } = ctx.oidc;
  return (prompts.has('login') || prompts.has('select_account')) && !hasJustSignedIn(ctx);
});

const tooLongAgo = new Check('max_age', 'the sign-in is too long ago', 'login_required', (ctx) => {
  const { params, session } = ctx.oidc;
  if (params.max_age === undefined || !session.accountId) return false;
  return session.past(params.max_age) && !hasJustSignedIn(ctx);
});

/**
 * A client of one tenant cannot sign in users of another: they may sign in with an account of the client's tenant. A
 * client that asks silently hears what it hears of a stranger.
 */
const OTHER_TENANT = 'tenant';
const otherTenant = new Check(OTHER_TENANT, 'the account belongs to another tenant', 'login_required', (ctx) => {
  const { session } = requestState();
  if (!session || ctx.oidc.client.clientId === PORTAL_CLIENT) return false;
  return tenantOfClient(ctx.oidc.client.clientId) !== session.tenantId;
});

/** Whoever must set up a second factor first may go to the portal (which leads there), nowhere else. */
const secondFactorDue = new Check('second_factor', 'a second factor is to be set up', 'interaction_required', (ctx) => {
  const { session } = requestState();
  return session?.limited === true && ctx.oidc.client.clientId !== PORTAL_CLIENT;
});

/**
 * Third-party clients get what the person has allowed (docs/decisions/0063): a scope that is new is asked for,
 * and `prompt=consent` asks again, also for the provider's own clients. The portal itself never asks.
 */
const consentDue = (tools: Tools) =>
  new Check('consent_due', 'consent is required', 'consent_required', async (ctx) => {
    const { client, params, prompts } = ctx.oidc;
    const { session } = requestState();
    if (!session || client.clientId === PORTAL_CLIENT) return false;
    if (ctx.query[CONSENT] === DENIED) throw new errors.AccessDenied('the person refused');
    const asksAgain = prompts.has('consent');
    if (client.first_party && !asksAgain) return false;
    const { roles } = session.principal;
    const scopes = scopesToAllow({ scopes: params.scope?.split(' ') ?? [], prompts: [...prompts], client, roles });
    if (scopes.length === 0) return false;
    const consent = await tools.db.reading(session.tenantId, (tx) =>
      findConsent(tx, session.user_uuid, client.clientId),
    );
    if (!consent || scopes.some((scope) => !consent.scopes.includes(scope))) return true;
    // It may be taken back before the code is written: there it is looked for again (store.ts).
    requestState().consent = { userUuid: session.user_uuid, clientId: client.clientId, scopes };
    const after = momentOf(ctx, CONSENT_AFTER);
    return asksAgain && (after === null || consent.answered_at.getTime() < after);
  });

/** What has to be done before a code is given, in this order: sign-in, admission, consent. */
export function createPolicy(tools: Tools) {
  const policy = interactionPolicy.base();
  const login = policy.get('login');
  login.checks.remove('login_prompt');
  login.checks.remove('max_age');
  login.checks.add(asksForLogin);
  login.checks.add(tooLongAgo);
  const consent = policy.get('consent');
  consent.checks.clear();
  consent.checks.add(consentDue(tools));
  const selectAccount = new interactionPolicy.Prompt({ name: 'select_account', requestable: true });
  // `login` sees to it: the sign-in page lets people choose.
  selectAccount.checks.clear();
  policy.add(selectAccount);
  const admission = new interactionPolicy.Prompt({ name: 'admission' });
  admission.checks.add(otherTenant);
  admission.checks.add(secondFactorDue);
  policy.add(admission, 1);
  return policy;
}

interface Interaction {
  prompt: { name: string; reasons: string[] };
}

/**
 * Where a person goes when something is to be done first: the sign-in page, that of the second factor, or that of
 * consent, with the address of this very request to come back to. Nothing is kept meanwhile.
 */
export function interactionAddress(ctx: Context, interaction: Interaction, now: Date): string {
  const { prompt } = interaction;
  const consents = prompt.name === 'consent';
  const back = new URLSearchParams();
  for (const [name, value] of Object.entries(ctx.query)) {
    // A sign-in just made is not asked for again behind the question for consent.
    const ours = name === CONSENT_AFTER || name === CONSENT || (name === LOGIN_AFTER && !consents);
    if (typeof value === 'string' && !ours) back.set(name, value);
  }
  if (prompt.name === 'admission' && !prompt.reasons.includes(OTHER_TENANT)) {
    return `${paths.authenticatorSetting}?${new URLSearchParams({ url: `${paths.authorization}?${back}` })}`;
  }
  back.set(consents ? CONSENT_AFTER : LOGIN_AFTER, String(now.getTime()));
  const query = new URLSearchParams({ url: `${paths.authorization}?${back}` });
  // A signed-in person is asked again instead of being sent straight back.
  if (ctx.oidc.session.accountId && !consents) query.set('prompt', 'login');
  const tenantId = tenantOfClient(ctx.oidc.client.clientId);
  if (tenantId) query.set('tenantId', tenantId);
  const { ui_locales: languages } = ctx.query;
  if (typeof languages === 'string') query.set('ui_locales', languages);
  return `${consents ? paths.consent : paths.login}?${query}`;
}
