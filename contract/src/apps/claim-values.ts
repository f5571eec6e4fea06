// Without zod: the page shows by these rules what the server sends.
import { EXTENSION_ATTRIBUTES } from '../limits.ts';
import { userTextNames } from '../people/user-texts.ts';

/** Where an app reads claims. Of an access token that is no JWT: the answer of introspection. */
export const claimPlaces = ['idToken', 'userinfo', 'accessToken'] as const;
export type ClaimPlace = (typeof claimPlaces)[number];

/** Lists, of which groups include those that contain the user's groups. */
export const claimLists = ['groupIds', 'groupNames', 'groupUuids', 'roles', 'services', 'licenses'] as const;
/** Fields of the user, custom fields too. */
export const claimFields: readonly string[] = [
  ...['userId', 'familyName', 'givenName', 'loginMailAddress', 'locale', 'timezone'],
  ...userTextNames,
  ...EXTENSION_ATTRIBUTES,
];
export const claimSources: readonly string[] = [...claimLists, ...claimFields];

/** A claim that an administrator adds to an app. */
export interface MappedClaim {
  name: string;
  /** One of `claimSources`. */
  source: string;
  places: readonly ClaimPlace[];
}

/** What each source has of a user; null: nothing. */
export type ClaimValues = Readonly<Record<string, string | readonly string[] | null>>;

export const MOST_CLAIMS = 30;
export const MAX_CLAIM_NAME_LENGTH = 100;
/** Tokens travel in headers: a longer list is left to userinfo, or of access tokens to introspection. */
export const MOST_IN_TOKEN = 200;
/** And so are claims of a JWT access token beyond so many bytes: a name in Japanese has three for each character. */
export const MAX_ACCESS_TOKEN_CLAIMS = 1500;
/** Likewise of an ID token, which comes back in an address when its user signs out (`id_token_hint`): 16 KB are the most. */
export const MAX_ID_TOKEN_CLAIMS = 8000;
/** No answer holds more of a list. */
export const MOST_IN_LIST = 10_000;

/** What tokens, userinfo and introspection say themselves: nobody else may say it. */
const reserved: ReadonlySet<string> = new Set(
  `iss sub aud exp nbf iat jti nonce auth_time acr amr azp at_hash c_hash s_hash sid events cnf act may_act scope client_id
   _claim_names _claim_sources token_type active username tenantId grant deviceId permittedServices devicePermittedServices
   entitlements authorization_details toString constructor __proto__
   name family_name given_name middle_name nickname preferred_username profile picture website gender birthdate zoneinfo
   locale updated_at email email_verified phone_number phone_number_verified address roles`
    .split(/\s+/)
    .filter(Boolean),
);

/** Why a name is refused; pages have a sentence for each. */
export function claimNameMistake(name: string): 'form' | 'reserved' | null {
  if (reserved.has(name)) return 'reserved';
  return name.length <= MAX_CLAIM_NAME_LENGTH && /^[A-Za-z][\w.:/-]*$/.test(name) ? null : 'form';
}

/** The first claim that cannot be, with the reason; null: none. */
export function claimsMistake(
  claims: readonly MappedClaim[],
): { index: number; mistake: 'form' | 'reserved' | 'twice' | 'nowhere' } | null {
  for (const [index, { name, places }] of claims.entries()) {
    const mistake = claimNameMistake(name);
    if (mistake) return { index, mistake };
    if (claims.findIndex((other) => other.name === name) < index) return { index, mistake: 'twice' };
    if (places.length === 0) return { index, mistake: 'nowhere' };
  }
  return null;
}

/** What mapped claims tell an app of a user, as the user reads it before consenting. */
export const sharedKinds = ['userId', 'profile', 'email', 'about', 'groups', 'roles', 'licenses', 'custom'] as const;
export type SharedKind = (typeof sharedKinds)[number];

function kindOf(source: string): SharedKind {
  if (source.startsWith('group')) return 'groups';
  if (source === 'services' || source === 'licenses') return 'licenses';
  if (source === 'roles' || source === 'userId') return source;
  if (source === 'loginMailAddress') return 'email';
  if (EXTENSION_ATTRIBUTES.includes(source)) return 'custom';
  return (userTextNames as readonly string[]).includes(source) ? 'about' : 'profile';
}

/** The kinds of values that an app gets by its claims, in a fixed order. */
export function sharedKindsOf(claims: readonly MappedClaim[]): SharedKind[] {
  const told = new Set(claims.map(({ source }) => kindOf(source)));
  return sharedKinds.filter((kind) => told.has(kind));
}

const WHOLE = 'whole';

const isLong = (value: unknown, most: number) => Array.isArray(value) && value.length > most;
const hasValue = (value: ClaimValues[string] | undefined): value is string | readonly string[] =>
  value !== undefined && value !== null && value.length > 0;

/**
 * The claims for a place. What is too long for it is left out and named in `_claim_names` with the address that has it
 * (OpenID Connect Core section 5.6.2), as other providers do with many groups.
 */
export function claimsFor(
  claims: readonly MappedClaim[],
  values: ClaimValues,
  place: ClaimPlace,
  {
    endpoint,
    room = place === 'idToken' ? MAX_ID_TOKEN_CLAIMS : Number.POSITIVE_INFINITY,
  }: { endpoint: string; room?: number },
): Record<string, unknown> {
  const said: Record<string, unknown> = {};
  const elsewhere: Record<string, string> = {};
  const most = place === 'userinfo' ? MOST_IN_LIST : MOST_IN_TOKEN;
  // Userinfo also has what was left out of an ID token.
  const inIdToken = place === 'userinfo' ? claimsFor(claims, values, 'idToken', { endpoint }) : {};
  let left = room;
  const spend = (size: number) => {
    if (size > left) return false;
    left -= size;
    return true;
  };
  for (const { name, source, places } of claims) {
    const value = values[source];
    const isLeftOut = place === 'userinfo' && places.includes('idToken') && !Object.hasOwn(inIdToken, name);
    const isDue = places.includes(place) || isLeftOut;
    if (!isDue || !hasValue(value)) continue;
    const size = new TextEncoder().encode(JSON.stringify(value)).length + name.length + 4;
    if (!isLong(value, most) && spend(size)) said[name] = value;
    // Names take room, too; one without is left out for good, so that the token can still be used.
    else if (spend(name.length + WHOLE.length + 6)) elsewhere[name] = WHOLE;
  }
  if (Object.keys(elsewhere).length === 0) return said;
  return { ...said, _claim_names: elsewhere, _claim_sources: { [WHOLE]: { endpoint } } };
}
