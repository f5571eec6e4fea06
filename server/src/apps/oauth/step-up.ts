import { type Context, errors, interactionPolicy } from 'oidc-provider';
import { acrsOf, acrValues, MFA_ACR } from '#contract/sign-in/acr.ts';
import { PORTAL_CLIENT } from '#contract/principals.ts';
import type { ProofMethod } from '#contract/sign-in/proofs.ts';
import { readClaims } from './claims-parameter.ts';
import { requestState } from './request-state.ts';

/**
 * Added to the return address of the page where a user proves more. Who comes back with it and has not is told no further
 * way, and the app is told (OpenID Connect Unmet Authentication Requirements). Adding it by hand only refuses oneself.
 */
export const STEPPED_UP = 'stepped_up';
export const STEP_UP = 'step_up';
/** The reason of the refusal, by which the administrators of the app read what helps. */
export const UNMET = 'the user did not prove what is asked for';

/** What a request asks of the sign-in, and its app of every one. */
interface Needed {
  /** Any of these will do; those that are not ours do not count. */
  values: readonly string[];
  /** Whether the answer must be one of them. */
  essential: boolean;
  /** The administrators ask for MFA. */
  mfa: boolean;
}

interface Standing {
  proofs: readonly ProofMethod[];
  totpEnabled: boolean;
  /** Whether the tenant lets users set up MFA. */
  mfaOffered: boolean;
}

const ours: readonly string[] = acrValues;
export const nextProofs = ['prove', 'setUp', 'signIn'] as const;
export type NextProof = (typeof nextProofs)[number];

/**
 * What the user does next for a request; `returned`: they have been asked already. Of `acr_values` that we know one must be
 * met (RFC 9470 section 5); if we know none, OpenID Connect lets the request pass, unless the claim is essential.
 */
export function nextProof(needed: Needed, user: Standing, returned: boolean): NextProof | 'met' | 'unmet' {
  const held: readonly string[] = acrsOf(user.proofs);
  const known = needed.values.filter((value) => ours.includes(value));
  const lacksMfa = needed.mfa && !held.includes(MFA_ACR);
  const isMet = known.length > 0 ? known.some((value) => held.includes(value)) : !needed.essential;
  if (!lacksMfa && isMet) return 'met';
  if (returned || (known.length === 0 && !isMet)) return 'unmet';
  if (lacksMfa || known.includes(MFA_ACR)) {
    if (user.mfaOffered) return user.totpEnabled ? 'prove' : 'setUp';
    if (lacksMfa) return 'unmet';
  }
  // Another way of signing in: with the password, or by the other provider.
  return known.some((value) => value !== MFA_ACR) ? 'signIn' : 'unmet';
}

/** The classes that a request asks for: those of the claims parameter, which may be essential, or `acr_values`. */
export function acrsAsked({ oidc }: Context): Omit<Needed, 'mfa'> {
  const { params, client } = oidc;
  const wish = client ? readClaims(params?.claims, client).id_token?.acr : null;
  const values = wish?.values ?? (wish?.value === undefined ? [] : [wish.value]);
  if (values.length > 0) return { values, essential: wish?.essential === true };
  return { values: params?.acr_values?.split(' ') ?? [], essential: false };
}

function decide(ctx: Context): NextProof | null {
  const { session } = requestState();
  const { client } = ctx.oidc;
  if (!session || client.clientId === PORTAL_CLIENT) return null;
  const { totp_enabled: totpEnabled, policy } = session.principal;
  const user = { proofs: session.proofs, totpEnabled, mfaOffered: policy.loginPolicy.mfa.enabled };
  const needed = { ...acrsAsked(ctx), mfa: client.portico_mfa === true };
  const next = nextProof(needed, user, ctx.query[STEPPED_UP] !== undefined);
  if (next === 'unmet') throw new errors.UnmetAuthenticationRequirements(UNMET);
  return next === 'met' ? null : next;
}

/** The step after sign-in: to prove more, for apps and requests that ask for it. */
export function stepUpPrompt() {
  const { Check, Prompt } = interactionPolicy;
  const prompt = new Prompt({ name: STEP_UP });
  for (const reason of nextProofs)
    prompt.checks.add(
      new Check(reason, 'the user has to prove more', 'interaction_required', (ctx) => decide(ctx) === reason),
    );
  return prompt;
}

/** Whether a session meets what an app asks of every sign-in. */
export const meetsApp = (client: { portico_mfa?: boolean }, proofs: readonly ProofMethod[]): boolean =>
  client.portico_mfa !== true || acrsOf(proofs).includes(MFA_ACR);
