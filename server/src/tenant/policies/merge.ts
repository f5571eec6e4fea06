import { fail } from '#contract/errors.ts';
import type { PolicyFacts } from '#contract/login-policy-rules.ts';
import { newContradictions, policyFields } from '#contract/policy-rules.ts';
import { type SecurityPolicy, type SomeSecurityPolicy, securityPolicy } from '#contract/security-policy.ts';
import { type Changes, changedFields } from '../../platform/events/write.ts';

type Fields = { [name: string]: unknown };

const isGroup = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function merge(before: Fields, given: Fields): Fields {
  const merged = { ...before };
  for (const [name, value] of Object.entries(given)) {
    const there = before[name];
    if (value !== undefined) merged[name] = isGroup(value) && isGroup(there) ? merge(there, value) : value;
  }
  return merged;
}

/**
 * Merges changed fields into a policy. Throws `invalid_params` with the field for values that no policy may have, and
 * `contradicting_policy` with each field that contradicts another.
 */
export function changedPolicy(before: SecurityPolicy, given: SomeSecurityPolicy, facts: PolicyFacts): SecurityPolicy {
  const parsed = securityPolicy.safeParse(merge(before, given as Fields));
  if (!parsed.success) {
    const [first, ...more] = parsed.error.issues.map(({ path }) => ['securityPolicy', ...path].join('.'));
    throw fail('invalid_params', {
      ...(first ? { field: first } : {}),
      more: more.map((field) => ({ id: 'invalid_params', field })),
    });
  }
  const [first, ...more] = newContradictions(before, parsed.data, facts).map(({ field }) => `securityPolicy.${field}`);
  if (first)
    throw fail('contradicting_policy', {
      field: first,
      more: more.map((field) => ({ id: 'contradicting_policy', field })),
    });
  return parsed.data;
}

/** Before and after of each field that differs, by its dotted path. */
export function policyChanges(before: SecurityPolicy, after: SecurityPolicy): Changes {
  return changedFields(policyFields(before), policyFields(after));
}
