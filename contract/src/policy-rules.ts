import type { SecurityPolicy } from './security-policy.ts';

/** Two fields of a policy that cannot hold together: the one to correct, and the words for it. */
export interface PolicyContradiction {
  /** The field, as a dotted path within `securityPolicy`. */
  field: string;
  mistake: 'countsOverLength' | 'idleOverAbsolute';
}

/** Every contradiction there is, as what holds a policy to it. Without zod: the pages check by the same rules. */
const rules: readonly (PolicyContradiction & { contradicts: (policy: SecurityPolicy) => boolean })[] = [
  {
    // The length that is shown would not be the one that is asked for.
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
];

/** What contradicts itself in a policy. */
export function policyContradictions(policy: SecurityPolicy): PolicyContradiction[] {
  return rules.filter(({ contradicts }) => contradicts(policy)).map(({ field, mistake }) => ({ field, mistake }));
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
