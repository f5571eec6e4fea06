import { type Context, errors, type OauthClient } from 'oidc-provider';
import { scopeClaims } from './claims.ts';

/** One claim as a request names it (OpenID Connect Core 5.5.1). */
interface ClaimWish {
  essential?: true;
  value?: string;
  values?: string[];
}
type Wishes = Record<string, ClaimWish | null>;
export interface ClaimsAsked {
  id_token?: Wishes;
  userinfo?: Wishes;
}

/** By which scope a client may have a claim: what it is not registered for it does not get in this way either. */
const scopesOf: ReadonlyMap<string, string> = new Map(
  (['profile', 'email'] as const).flatMap((scope) => scopeClaims[scope].map((claim) => [claim, scope] as const)),
);
/** About the sign-in itself, of which only these two are asked for by value. */
const ofSignIn = new Set(['acr', 'sub', 'auth_time', 'amr', 'sid']);
const byValue = new Set(['acr', 'sub']);
const MOST_VALUES = 20;

const registered = ({ scope }: Pick<OauthClient, 'scope'>) => new Set(scope?.split(' '));
const isWord = (value: unknown): value is string => typeof value === 'string' && /^[\x21-\x7e]{1,300}$/.test(value);

function wishOf(name: string, given: unknown): ClaimWish | null {
  const { essential, value, values } = (given ?? {}) as Record<string, unknown>;
  const words = Array.isArray(values) ? values.filter(isWord).slice(0, MOST_VALUES) : [];
  const wish: ClaimWish = {
    ...(essential === true && { essential }),
    ...(byValue.has(name) && isWord(value) && { value }),
    ...(byValue.has(name) && words.length > 0 && { values: words }),
  };
  return Object.keys(wish).length > 0 ? wish : null;
}

/** What of a `claims` parameter the client may have: anything else is left out, as the specification says. */
export function allowedClaims(asked: ClaimsAsked, client: Pick<OauthClient, 'scope'>): ClaimsAsked {
  const scopes = registered(client);
  const may = (name: string) => ofSignIn.has(name) || scopes.has(scopesOf.get(name) ?? '');
  const kept = (wishes: Wishes): Wishes =>
    Object.fromEntries(
      Object.entries(wishes)
        .filter(([name, wish]) => may(name) && (wish === null || typeof wish === 'object'))
        .map(([name, wish]) => [name, wishOf(name, wish)]),
    );
  return {
    ...(asked.id_token && { id_token: kept(asked.id_token) }),
    ...(asked.userinfo && { userinfo: kept(asked.userinfo) }),
  };
}

/** Puts what the client may have in the place of what it sent, before anything is decided or stored by it. */
export async function reduceClaims({ oidc }: Context, asked: ClaimsAsked, client: OauthClient): Promise<void> {
  const sub: unknown = asked.id_token?.sub;
  // An ID token of another user than the one that is asked for is never issued: that check must not be dropped.
  if (
    typeof sub === 'object' &&
    sub !== null &&
    ('value' in sub || 'values' in sub) &&
    !isWord((sub as ClaimWish).value)
  )
    throw new errors.InvalidRequest('claims.id_token.sub needs a value');
  oidc.params.claims = JSON.stringify(allowedClaims(asked, client));
}

/** A `claims` parameter as `reduceClaims` left it, or as a client sent it; nothing where it is none. */
export function readClaims(text: string | undefined | null, client: Pick<OauthClient, 'scope'>): ClaimsAsked {
  if (!text) return {};
  try {
    const found: unknown = JSON.parse(text);
    const part = (name: keyof ClaimsAsked) => {
      const wishes = (found as Record<string, unknown> | null)?.[name];
      return typeof wishes === 'object' && wishes !== null && !Array.isArray(wishes) ? { [name]: wishes } : {};
    };
    return allowedClaims({ ...part('id_token'), ...part('userinfo') }, client);
  } catch {
    return {};
  }
}

/** The claims of a scope that a request names one by one. */
export const claimNames = ({ id_token: inToken, userinfo }: ClaimsAsked): string[] => [
  ...new Set([...Object.keys(inToken ?? {}), ...Object.keys(userinfo ?? {})].filter((name) => scopesOf.has(name))),
];

/** The scopes by which a client may have claims: users are asked for them as if they were requested. */
export const scopesOfClaims = (names: readonly string[]): string[] => [
  ...new Set(names.flatMap((name) => scopesOf.get(name) ?? [])),
];
