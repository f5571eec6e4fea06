import { usualAttributes } from '#contract/federation/saml-values.ts';
import type { Trace } from '../queries.ts';
import type { AttributeField, Draft } from './draft.ts';

/** Attributes in a trace, whose other values have names without this. */
const MARK = '@';

/** The order of what is no attribute; the database keeps none. */
const first = ['nameId', 'nameIdFormat', 'found', 'expected'];

/** What an answer said of the person: their name there, and each attribute with its values. */
export function claimsOf({ detail }: Pick<Trace, 'detail'>): { name: string; value: string; isAttribute: boolean }[] {
  const known = first.filter((name) => name in detail);
  const others = Object.keys(detail).filter((name) => !known.includes(name));
  return [...known, ...others.sort()].map((name) => {
    const isAttribute = name.startsWith(MARK);
    return { name: isAttribute ? name.slice(MARK.length) : name, value: detail[name] ?? '', isAttribute };
  });
}

const usual: Record<AttributeField, readonly string[]> = {
  mailAddressAttribute: usualAttributes.mailAddress,
  familyNameAttribute: usualAttributes.familyName,
  givenNameAttribute: usualAttributes.givenName,
};

/**
 * What a new user would get from the latest answer that passed, as the server reads it (saml-sp/claims.ts). Undefined
 * without such an answer; null where it says nothing of the kind.
 */
export function exampleOf(traces: readonly Trace[], draft: Draft, field: AttributeField): string | null | undefined {
  const passed = traces.find(({ cause }) => cause === null);
  if (!passed) return undefined;
  const named = draft[field].trim();
  const names = named === '' ? usual[field] : [named];
  const found = names.map((name) => passed.detail[MARK + name]).find(Boolean);
  const other = field === 'mailAddressAttribute' ? passed.detail.nameId : undefined;
  return found?.split(', ')[0] ?? other ?? null;
}
