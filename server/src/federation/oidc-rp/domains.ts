import type { OpenidCause } from '#contract/federation/openid-values.ts';
import { isMailAddress } from '#contract/rules.ts';
import { domainOf, type DomainRules, hasDomainRules, isOpenToDomain } from '../email-domains/domain-rules.ts';
import { claimsOf } from './claims.ts';

/**
 * Whether an OpenID provider may sign in whom it names, by the domain of the address it says. Only an address counts that
 * the provider has verified: others can be set by the user, to any domain. Null: it may.
 */
export function domainCause(rules: DomainRules, said: Readonly<Record<string, unknown>>): OpenidCause | null {
  if (!hasDomainRules(rules)) return null;
  const { email } = said;
  if (typeof email !== 'string' || email === '') return 'address_missing';
  if (!isMailAddress(email)) return 'address_invalid';
  if (!isOpenToDomain(rules, domainOf(email) ?? '')) return 'domain_not_allowed';
  return claimsOf(said).vouches ? null : 'address_unverified';
}
