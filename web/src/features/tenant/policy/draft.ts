import { policyFields } from '#contract/policy-rules.ts';
import type { SecurityPolicy, SomeSecurityPolicy } from '#contract/security-policy.ts';

type Leaf = string | number | boolean | null | readonly unknown[];
/** `passwordPolicy.minLength` and the like. */
type FieldOf<T, Above extends string = ''> = {
  [K in keyof T & string]: T[K] extends Leaf ? `${Above}${K}` : FieldOf<T[K], `${Above}${K}.`>;
}[keyof T & string];
export type PolicyField = FieldOf<SecurityPolicy>;
type ValueAt<T, F extends string> = F extends `${infer K}.${infer Rest}`
  ? K extends keyof T
    ? ValueAt<T[K], Rest>
    : never
  : F extends keyof T
    ? T[F]
    : never;
export type ValueOf<F extends PolicyField> = ValueAt<SecurityPolicy, F>;

/** The fields that were edited, by their dotted paths. */
export type PolicyEdits = { readonly [F in PolicyField]?: ValueOf<F> };

export type PolicyDifference = { field: string; before: unknown; after: unknown };

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** The edits as the part of a policy they are. */
export function toPolicy(edits: PolicyEdits): SomeSecurityPolicy {
  const policy: Record<string, unknown> = {};
  for (const [field, value] of Object.entries(edits)) {
    const names = field.split('.');
    const last = names.pop() ?? '';
    let place = policy;
    for (const name of names) {
      place[name] ??= {};
      place = place[name] as Record<string, unknown>;
    }
    place[last] = value;
  }
  return policy as SomeSecurityPolicy;
}

/** A policy with the edits in it. */
export function withEdits(policy: SecurityPolicy, edits: PolicyEdits): SecurityPolicy {
  return unflat({ ...policyFields(policy), ...edits } as PolicyEdits);
}

const unflat = (fields: PolicyEdits) => toPolicy(fields) as SecurityPolicy;

/** Only the edits that differ from what is saved. */
export function realEdits(policy: SecurityPolicy, edits: PolicyEdits): PolicyEdits {
  const saved = policyFields(policy);
  return Object.fromEntries(Object.entries(edits).filter(([field, value]) => !same(saved[field], value)));
}

/** What differs between two versions. */
export function differences(before: SecurityPolicy, after: SecurityPolicy): PolicyDifference[] {
  const old = policyFields(before);
  return Object.entries(policyFields(after))
    .filter(([field, value]) => !same(old[field], value))
    .map(([field, value]) => ({ field, before: old[field], after: value }));
}
