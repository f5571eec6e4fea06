import { sql } from 'kysely';
import { type Context, errors, interactionPolicy, type OauthClient } from 'oidc-provider';
import { acrsOf, acrValues, MFA_ACR } from '#contract/sign-in/acr.ts';
import { PORTAL_CLIENT } from '#contract/principals.ts';
import type { ProofMethod } from '#contract/sign-in/proofs.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import type { AccountState } from '../../platform/http/known-accounts.ts';
import { readClaims } from './claims-parameter.ts';
import { DISABLED, MFA_OFF } from './kept-refusals.ts';
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
  /** Whether the user can have MFA: it is on, and they have it or may set it up. */
  mfaOffered: boolean;
}

const ours: readonly string[] = acrValues;
export const nextProofs = ['prove', 'setUp', 'signIn'] as const;
export type NextProof = (typeof nextProofs)[number];

/**
 * What the user does next for a request; `returned`: they have been asked already. Of `acr_values` that we know one must be
 * met (RFC 9470 section 5); if we know none, OpenID Connect lets the request pass, unless the claim is essential.
 */
export function nextProof(needed: Needed, user: Standing, returned: boolean): NextProof | 'met' | 'unmet' | 'mfaOff' {
  const held: readonly string[] = acrsOf(user.proofs);
  const known = needed.values.filter((value) => ours.includes(value));
  const lacksMfa = needed.mfa && !held.includes(MFA_ACR);
  const isMet = known.length > 0 ? known.some((value) => held.includes(value)) : !needed.essential;
  if (!lacksMfa && isMet) return 'met';
  const others = known.some((value) => value !== MFA_ACR);
  if (!user.mfaOffered && (lacksMfa || (known.length > 0 && !others))) return 'mfaOff';
  if (returned || (known.length === 0 && !isMet)) return 'unmet';
  if (user.mfaOffered && (lacksMfa || known.includes(MFA_ACR))) return user.totpEnabled ? 'prove' : 'setUp';
  // Another way of signing in: with the password, or by the other provider.
  return others ? 'signIn' : 'unmet';
}

interface Asking {
  params: Context['oidc']['params'] | undefined;
  client: OauthClient | undefined;
}

/** The classes that a request asks for: those of the claims parameter, which may be essential, or `acr_values`. */
export function acrsAsked({ params, client }: Asking): Omit<Needed, 'mfa'> {
  const wish = client ? readClaims(params?.claims, client).id_token?.acr : null;
  const values = wish?.values ?? (wish?.value === undefined ? [] : [wish.value]);
  if (values.length > 0) return { values, essential: wish?.essential === true };
  return { values: params?.acr_values?.split(' ') ?? [], essential: false };
}

function decide(ctx: Context): NextProof | null {
  const { session } = requestState();
  const { client } = ctx.oidc;
  if (!session || client.clientId === PORTAL_CLIENT) return null;
  const next = proofDue(ctx.oidc, session.principal, session.proofs, ctx.query[STEPPED_UP] !== undefined);
  if (next === 'unmet' || next === 'mfaOff') throw new errors.UnmetAuthenticationRequirements(whyUnmet(next));
  return next === 'met' ? null : next;
}

export const whyUnmet = (next: 'unmet' | 'mfaOff'): string => (next === 'mfaOff' ? MFA_OFF : UNMET);

/** What a user does next for a request and its app. */
export function proofDue(
  asking: Asking & { client: OauthClient },
  { totp_enabled: totpEnabled, policy }: Pick<AccountState, 'totp_enabled' | 'policy'>,
  proofs: readonly ProofMethod[],
  returned = false,
) {
  const { enabled, totp } = policy.loginPolicy.mfa;
  const needed = { ...acrsAsked(asking), mfa: asking.client.portico_mfa === true };
  return nextProof(needed, { proofs, totpEnabled, mfaOffered: enabled && (totp || totpEnabled) }, returned);
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

/**
 * Reads anew what an app asks of every sign-in, before something is given to it: what a request knows of it may be half a
 * second old, and what is given must not outlive the revocation that a stricter setting brings. Holds until the
 * transaction ends, so that such a change waits, and then revokes. Null: the session meets it.
 */
export async function holdDemands(tx: Tx, clientId: string, proofs: readonly ProofMethod[]): Promise<string | null> {
  const { rows } = await sql<{ mfa: boolean }>`
    select coalesce((metadata->>'portico_mfa')::boolean, false) as mfa from oauth_clients
    where client_id = ${clientId} and disabled_at is null
    for share`.execute(tx);
  if (!rows[0]) return DISABLED;
  return rows[0].mfa && !acrsOf(proofs).includes(MFA_ACR) ? UNMET : null;
}
