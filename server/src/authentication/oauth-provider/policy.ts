import { type Context, errors, interactionPolicy } from 'oidc-provider';
import { tenantOfClient } from './clients.ts';
import { PORTAL_CLIENT, paths } from './paths.ts';
import { requestState } from './request-state.ts';

/**
 * Set on the address that the sign-in page returns to: the proof of who one is must not be older. Whoever changes it
 * gains no more than by leaving `prompt` out; a client that must be sure compares `auth_time`. Milliseconds: a sign-in
 * of the same second, just before, is not the one that was asked for.
 */
const LOGIN_AFTER = 'login_after';

function loginAfter(ctx: Context): number | null {
  const value = ctx.query[LOGIN_AFTER];
  return typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : null;
}

/** Whether a proof was given since the person was sent to the sign-in page for this request. */
function hasJustSignedIn(ctx: Context): boolean {
  const after = loginAfter(ctx);
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

/** A client of one tenant cannot sign in users of another: nothing about them is told. */
const otherTenant = new Check('tenant', 'the account belongs to another tenant', 'access_denied', (ctx) => {
  const { session } = requestState();
  if (!session || ctx.oidc.client.clientId === PORTAL_CLIENT) return false;
  if (tenantOfClient(ctx.oidc.client.clientId) === session.tenantId) return false;
  throw ctx.oidc.prompts.has('none') ? new errors.LoginRequired() : new errors.AccessDenied();
});

/** Whoever must set up a second factor first may go to the portal (which leads there), nowhere else. */
const secondFactorDue = new Check('second_factor', 'a second factor is to be set up', 'interaction_required', (ctx) => {
  const { session } = requestState();
  return session?.limited === true && ctx.oidc.client.clientId !== PORTAL_CLIENT;
});

/** What has to be done before a code is given. Consent is implied (docs/decisions/0010-oauth-provider.md). */
export function createPolicy() {
  const policy = interactionPolicy.base();
  const login = policy.get('login');
  login.checks.remove('login_prompt');
  login.checks.remove('max_age');
  login.checks.add(asksForLogin);
  login.checks.add(tooLongAgo);
  policy.get('consent').checks.clear();
  const selectAccount = new interactionPolicy.Prompt({ name: 'select_account', requestable: true });
  // `login` sees to it: the sign-in page lets people choose.
  selectAccount.checks.clear();
  policy.add(selectAccount);
  const admission = new interactionPolicy.Prompt({ name: 'admission' });
  admission.checks.add(otherTenant);
  admission.checks.add(secondFactorDue);
  policy.add(admission);
  return policy;
}

/**
 * Where a person goes when something is to be done first: the sign-in page, or that of the second factor, with the
 * address of this very request to come back to. Nothing is kept meanwhile.
 */
export function interactionAddress(ctx: Context, interaction: { prompt: { name: string } }, now: Date): string {
  const back = new URLSearchParams();
  for (const [name, value] of Object.entries(ctx.query)) {
    if (typeof value === 'string' && name !== LOGIN_AFTER) back.set(name, value);
  }
  if (interaction.prompt.name === 'admission') {
    return `${paths.authenticatorSetting}?${new URLSearchParams({ url: `${paths.authorization}?${back}` })}`;
  }
  back.set(LOGIN_AFTER, String(now.getTime()));
  const query = new URLSearchParams({ url: `${paths.authorization}?${back}` });
  // A signed-in person is asked again instead of being sent straight back.
  if (ctx.oidc.session.accountId) query.set('prompt', 'login');
  const tenantId = tenantOfClient(ctx.oidc.client.clientId);
  if (tenantId) query.set('tenantId', tenantId);
  return `${paths.login}?${query}`;
}
