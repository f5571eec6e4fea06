import { isSame } from '#contract/same-value.ts';
import { withoutSent } from './without-sent.ts';

/** How the fields of a form are sent. */
export type FormFields<Draft> = {
  /** A field as the call takes it. */
  sent: (draft: Draft, field: keyof Draft & string) => unknown;
  /** Its name there, where it has another; a part of one by both: `extensionAttributes.extensionAttribute1`. */
  nameOf?: (field: keyof Draft & string) => string;
};

/** The edits of a form, and the values from which each of them began: other people may save meanwhile. */
export type Editing<Draft> = { edits: Partial<Draft>; begun: Partial<Draft> };

/** Fields as a call takes them. */
export type Body = Record<string, unknown>;

/** The part of a draft that is about some fields. */
export const partOf = <Draft extends object>(draft: Draft, fields: readonly string[]): Draft =>
  Object.fromEntries(Object.entries(draft).filter(([field]) => fields.includes(field))) as Draft;

/** The fields that are sent otherwise of one draft than of the other. */
export function changedFields<Draft extends object>(
  form: FormFields<Draft>,
  one: Draft,
  other: Draft,
): (keyof Draft & string)[] {
  const fields = Object.keys({ ...one, ...other }) as (keyof Draft & string)[];
  return fields.filter((field) => !isSame(nameIn(form, field), form.sent(one, field), form.sent(other, field)));
}

const nameIn = <Draft>({ nameOf }: FormFields<Draft>, field: keyof Draft & string) => nameOf?.(field) ?? field;

/** Some fields of a draft under the names of the call. */
export function bodyOf<Draft extends object>(
  form: FormFields<Draft>,
  draft: Draft,
  fields: readonly (keyof Draft & string)[],
): Body {
  const body: Body = {};
  for (const field of fields) {
    const [name = '', part] = nameIn(form, field).split('.');
    const value = form.sent(draft, field);
    body[name] = part === undefined ? value : { ...(body[name] as Body | undefined), [part]: value };
  }
  return body;
}

/**
 * The edits with one more, of a form over `saved`. A field that is again as it was is edited no longer; a space at the
 * end counts, or no second word could be typed.
 */
export function edited<Draft extends object>(
  { edits, begun }: Editing<Draft>,
  change: Partial<Draft>,
  saved: Draft,
): Editing<Draft> {
  const all = { ...edits, ...change };
  const from: Partial<Draft> = { ...partOf(saved as Partial<Draft>, Object.keys(change)), ...begun };
  const fields = (Object.keys(all) as (keyof Draft & string)[]).filter(
    (field) => JSON.stringify(all[field]) !== JSON.stringify(from[field]),
  );
  return { edits: partOf(all, fields), begun: partOf(from, fields) };
}

/** The edits that are left once `sent` was saved, and `answer` is how the thing is now. */
export function withoutSaved<Draft extends object>(
  { edits, begun }: Editing<Draft>,
  sent: Partial<Draft>,
  answer: Draft,
): Editing<Draft> {
  const left = withoutSent(edits, sent);
  const now = partOf(answer as Partial<Draft>, Object.keys(sent));
  return { edits: left, begun: partOf({ ...begun, ...now }, Object.keys(left)) };
}

/** Without the edits of some fields. */
export const withoutFields = <Draft extends object>(
  { edits, begun }: Editing<Draft>,
  fields: readonly string[],
): Editing<Draft> => {
  const others = Object.keys(edits).filter((field) => !fields.includes(field));
  return { edits: partOf(edits, others), begun: partOf(begun, others) };
};

/** The fields of the form that a refusal names by the names of the call. */
export function fieldsNamed<Draft extends object>(
  form: FormFields<Draft>,
  fields: readonly (keyof Draft & string)[],
  names: readonly (string | undefined)[],
): (keyof Draft & string)[] {
  return fields.filter((field) => names.includes(nameIn(form, field)));
}
