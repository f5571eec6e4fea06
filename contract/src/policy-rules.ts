import { type LoginPolicyMistake, loginPolicyRules, type PolicyFacts } from './login-policy-rules.ts';
import type { SecurityPolicy } from './security-policy.ts';

/** A contradiction between two fields of a policy: the field to correct, and the message. */
export interface PolicyContradiction {
  /** The field, as a dotted path within `securityPolicy`. */
  field: string;
  mistake: 'countsOverLength' | 'idleOverAbsolute' | 'noticeBeforeChange' | LoginPolicyMistake;
}

interface Rule extends PolicyContradiction {
  contradicts(policy: SecurityPolicy, facts: PolicyFacts): boolean;
}

/** All contradictions. Without zod: pages check the same rules. */
const rules: readonly Rule[] = [
  {
    // The displayed length would not be the one that is required.
    field: 'passwordPolicy.minLength',
    mistake: 'countsOverLength',
    contradicts: ({ passwordPolicy: { minLength, minUppercase, minSpecial, minNumeric } }) =>
      minUppercase + minSpecial + minNumeric > minLength,
  },
  {
    field: 'sessionPolicy.idleMinutes',
    mistake: 'idleOverAbsolute',
    contradicts: ({ sessionPolicy: { idleMinutes, absoluteMinutes } }) => idleMinutes > absoluteMinutes,
  },
  {
    field: 'sessionPolicy.administratorIdleMinutes',
    mistake: 'idleOverAbsolute',
    contradicts: ({ sessionPolicy: { administratorIdleMinutes: idle, administratorAbsoluteMinutes: absolute } }) =>
      idle > absolute,
  },
  {
    // The notice would be due before the password was set.
    field: 'passwordExpirationPolicy.noticeDaysBefore',
    mistake: 'noticeBeforeChange',
    contradicts: ({ passwordPolicy: { expiresAfterDays }, passwordExpirationPolicy: { noticeDaysBefore } }) =>
      expiresAfterDays !== null && noticeDaysBefore !== null && noticeDaysBefore >= expiresAfterDays,
  },
  ...loginPolicyRules.map(({ contradicts, ...rule }) => ({
    ...rule,
    contradicts: ({ loginPolicy }: SecurityPolicy, facts: PolicyFacts) => contradicts(loginPolicy, facts),
  })),
];

/** Contradictions within a policy, or with the given facts. */
export function policyContradictions(policy: SecurityPolicy, facts: PolicyFacts): PolicyContradiction[] {
  return rules
    .filter(({ contradicts }) => contradicts(policy, facts))
    .map(({ field, mistake }) => ({ field, mistake }));
}

/** Contradictions introduced by this change; existing ones in unchanged fields are ignored (docs/decisions/0029). */
export function newContradictions(
  before: SecurityPolicy,
  after: SecurityPolicy,
  facts: PolicyFacts,
): PolicyContradiction[] {
  const [was, is] = [policyFields(before), policyFields(after)];
  const kept = (field: string) => JSON.stringify(was[field]) === JSON.stringify(is[field]);
  const key = ({ field, mistake }: PolicyContradiction) => `${field} ${mistake}`;
  const old = new Set(policyContradictions(before, facts).map(key));
  return policyContradictions(after, facts).filter((one) => !old.has(key(one)) || !kept(one.field));
}

/** Each field of a policy by its dotted path; a list is one value. */
export function policyFields(policy: object, above = ''): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(policy).flatMap(([name, value]) =>
      typeof value === 'object' && value !== null && !Array.isArray(value)
        ? Object.entries(policyFields(value, `${above}${name}.`))
        : [[`${above}${name}`, value] as const],
    ),
  );
}
