import * as field from '#contract/fields.ts';
import { MAX_MAIL_ADDRESSES, MAX_SEARCH_LOCATION_LENGTH } from '#contract/limits.ts';
import { extensionAttributes, texts } from '#contract/people/users-fields.ts';
import { isMailAddress } from '#contract/rules.ts';
import type { Resource, Values } from './coerce.ts';
import { bad } from './refusal.ts';
import { CUSTOM, ENTERPRISE } from './schema.ts';

/** What a resource says of the fields of a user that a source sets (`fieldsOfSource`). */
export interface Mapped {
  familyName: string;
  givenName: string;
  department: string;
  location: string;
  /** To sign in with. */
  loginMailAddress: string | null;
  mailAddresses: string[];
  /** The organization's items that it names; what it does not name is none of its business. */
  [item: `extensionAttribute${number}`]: string;
}

const textAt = (values: unknown, name: string): string => {
  const value = (values as Values | undefined)?.[name];
  return typeof value === 'string' ? value : '';
};

const entriesAt = (resource: Resource, name: string) => (resource[name] ?? []) as Values[];
const preferred = (list: readonly Values[]): Values | undefined =>
  list.find(({ primary }) => primary === true) ??
  list.find(({ type }) => typeof type === 'string' && type.toLowerCase() === 'work') ??
  list[0];

const shapes = { familyName: field.familyName, givenName: field.givenName, ...texts };

function checked(name: keyof typeof shapes, value: string): string {
  const parsed = shapes[name].safeParse(value);
  if (!parsed.success)
    throw bad('invalidValue', `The value of ${name} is too long or has characters that are not allowed.`);
  return parsed.data;
}

/**
 * An address is not made for one short line: of its lines and of what is longer the location is as much as it takes. The
 * resource keeps the whole.
 */
function locationOf(address: string): string {
  const line = address.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ');
  const parsed = shapes.location.safeParse([...line].slice(0, MAX_SEARCH_LOCATION_LENGTH).join('').trim());
  return parsed.success ? parsed.data : '';
}

/** The items that a resource names. Throws `invalidValue`. */
function itemsOf(resource: Resource): Record<`extensionAttribute${number}`, string> {
  const parsed = extensionAttributes.safeParse(resource[CUSTOM] ?? {});
  if (!parsed.success)
    throw bad('invalidValue', 'The value of an item is too long or has characters that are not allowed.');
  return parsed.data as Record<`extensionAttribute${number}`, string>;
}

/** Throws `invalidValue`. */
export function mappedOf(resource: Resource): Mapped {
  const name = resource.name;
  const hasName = textAt(name, 'familyName') !== '' || textAt(name, 'givenName') !== '';
  const place = preferred(entriesAt(resource, 'addresses'));
  return {
    familyName: checked('familyName', hasName ? textAt(name, 'familyName') : textAt(resource, 'displayName')),
    givenName: checked('givenName', textAt(name, 'givenName')),
    department: checked('department', textAt(resource[ENTERPRISE], 'department')),
    location: locationOf(textAt(place, 'locality') || textAt(place, 'formatted')),
    ...addressesOf(resource),
    ...itemsOf(resource),
  };
}

function addressesOf(resource: Resource): Pick<Mapped, 'loginMailAddress' | 'mailAddresses'> {
  const emails = entriesAt(resource, 'emails').filter((entry) => textAt(entry, 'value') !== '');
  const all = emails.map((entry) => textAt(entry, 'value'));
  if (all.some((address) => !isMailAddress(address))) throw bad('invalidValue', 'An email address is not valid.');
  const userName = textAt(resource, 'userName');
  const main = textAt(preferred(emails), 'value') || (isMailAddress(userName) ? userName : '');
  const others = new Map(all.map((address) => [address.toLowerCase(), address]));
  others.delete(main.toLowerCase());
  if (others.size > MAX_MAIL_ADDRESSES) throw bad('invalidValue', 'There are too many email addresses.');
  return { loginMailAddress: main || null, mailAddresses: [...others.values()] };
}
