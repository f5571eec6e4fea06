import { MAX_CLAIM_LENGTH, MAX_CLAIM_VALUE_LENGTH, type Said } from '#contract/federation/mapping-values.ts';

/** What is of the protocol, and says nothing of the user. */
const PROTOCOL = new Set(
  'iss aud exp iat nbf nonce at_hash c_hash s_hash jti sid azp auth_time amr acr _claim_names _claim_sources hasgroups'.split(
    ' ',
  ),
);
/** A value longer than any that can be mapped is not kept. */
const LONGEST = 4 * MAX_CLAIM_VALUE_LENGTH;
const MOST_VALUES = 1000;

function valuesOf(value: unknown): string[] {
  const all = Array.isArray(value) ? value.slice(0, MOST_VALUES) : [value];
  return all
    .filter((one) => ['string', 'number', 'boolean'].includes(typeof one))
    .map(String)
    .filter((one) => one.length <= LONGEST);
}

/** The claims of an ID token and the userinfo endpoint as lists of values; objects are left out. */
export const saidByClaims = (claims: Readonly<Record<string, unknown>>): Said =>
  Object.fromEntries(
    Object.entries(claims)
      .filter(([name]) => !PROTOCOL.has(name))
      .map(([name, value]) => [name, valuesOf(value)] as const)
      .filter(([, values]) => values.length > 0),
  );

/**
 * Whether the provider may have more to say of a claim: it says that it has more than fits (OpenID Connect Core section
 * 5.6.2, Entra ID), or what was read is not the whole and lacks the claim. That a value is not there then says nothing.
 */
export function untoldOf(claims: Readonly<Record<string, unknown>>, isWhole: boolean): (claim: string) => boolean {
  const { _claim_names: names, hasgroups } = claims;
  const distributed = typeof names === 'object' && names !== null ? Object.keys(names) : [];
  const more = new Set([...distributed, ...(hasgroups === true || hasgroups === 'true' ? ['groups'] : [])]);
  return (claim) => more.has(claim) || (!isWhole && !Object.hasOwn(claims, claim));
}

/** The same of attributes: Entra ID sends a link in place of more groups than fit. */
export function untoldByAttributes(attributes: Said): (claim: string) => boolean {
  const isMore = Object.keys(attributes).some((name) => name.endsWith('groups.link'));
  return (claim) => isMore && claim.split(/[/:]/).at(-1) === 'groups';
}

/** Of a test, for the page: what a mapping could name, within bounds. */
export function keptOf(said: Said): Record<string, string[]> {
  const shown = Object.entries(said).filter(([name]) => name.length <= MAX_CLAIM_LENGTH);
  return Object.fromEntries(
    shown.slice(0, 50).map(([name, values]) => [name, values.slice(0, 200).map((one) => shownText(one))]),
  );
}

/** PostgreSQL keeps neither NUL nor half a character. */
const shownText = (value: string) => value.slice(0, MAX_CLAIM_VALUE_LENGTH).replaceAll('\0', ' ').toWellFormed();
