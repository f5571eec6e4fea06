import { EXTENSION_ATTRIBUTES } from '#contract/limits.ts';

/**
 * The attributes of users that a source can set, as discovery tells them: what is read, stored, searched and answered is
 * derived from this table. Names are compared without regard to case.
 */
export interface Attribute {
  name: string;
  type: 'string' | 'boolean' | 'complex' | 'reference';
  multiValued?: true;
  sub?: readonly Attribute[];
  required?: true;
  description: string;
}

export const USER = 'urn:ietf:params:scim:schemas:core:2.0:User';
export const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
/** The organization's own items (`extensionAttribute1` …), in the form that Entra ID asks of extensions. */
export const CUSTOM = 'urn:ietf:params:scim:schemas:extension:portico:2.0:User';
export const LIST = 'urn:ietf:params:scim:api:messages:2.0:ListResponse';
export const ERROR = 'urn:ietf:params:scim:api:messages:2.0:Error';

/** Longest text, entries of a list. */
export const MAX_TEXT = 1024;
export const MAX_ENTRIES = 50;

const text = (name: string, description: string): Attribute => ({ name, type: 'string', description });
const entries = (name: string, description: string, ...more: Attribute[]): Attribute => ({
  ...{ name, type: 'complex', multiValued: true, description },
  sub: [
    ...more,
    text('type', 'What the value is for, such as work.'),
    { name: 'primary', type: 'boolean', description: 'Whether it is the preferred value.' },
  ],
});
const value = text('value', 'The value.');
const display = text('display', 'The name that is shown.');

export const userAttributes: readonly Attribute[] = [
  {
    ...{ name: 'userName', type: 'string', required: true },
    description: 'How the source names the user. Unique in the source.',
  },
  {
    ...{ name: 'name', type: 'complex', description: 'The parts of the name.' },
    sub: [
      text('formatted', 'The whole name.'),
      text('familyName', 'The family name.'),
      text('givenName', 'The given name.'),
      text('middleName', 'The middle name.'),
      text('honorificPrefix', 'The title before the name.'),
      text('honorificSuffix', 'The title behind the name.'),
    ],
  },
  text('displayName', 'The name that is shown.'),
  text('nickName', 'The casual name.'),
  { name: 'profileUrl', type: 'reference', description: 'The address of a page about the user.' },
  text('title', 'The job title.'),
  text('userType', 'The relation to the organization.'),
  text('preferredLanguage', 'The preferred language.'),
  text('locale', 'The locale.'),
  text('timezone', 'The time zone.'),
  { name: 'active', type: 'boolean', description: 'Whether the user can sign in.' },
  entries('emails', 'Email addresses. The primary one becomes the sign-in address.', value, display),
  entries('phoneNumbers', 'Phone numbers.', value, display),
  entries(
    'addresses',
    'Addresses. The place of the work address becomes the location.',
    text('formatted', 'The whole address.'),
    text('streetAddress', 'Street and number.'),
    text('locality', 'The place.'),
    text('region', 'The region.'),
    text('postalCode', 'The postal code.'),
    text('country', 'The country.'),
  ),
];

export const enterpriseAttributes: readonly Attribute[] = [
  text('employeeNumber', 'The employee number.'),
  text('costCenter', 'The cost center.'),
  text('organization', 'The organization.'),
  text('division', 'The division.'),
  text('department', 'The department.'),
  {
    ...{ name: 'manager', type: 'complex', description: 'The manager.' },
    sub: [
      text('value', 'The ID of the manager.'),
      { name: '$ref', type: 'reference', description: 'The address of the manager.' },
      text('displayName', 'The name of the manager.'),
    ],
  },
];

export const customAttributes: readonly Attribute[] = EXTENSION_ATTRIBUTES.map((name) =>
  text(name, 'An item of the organization.'),
);

export const extensions = { [ENTERPRISE]: enterpriseAttributes, [CUSTOM]: customAttributes } as const;
export type Extension = keyof typeof extensions;
export const extensionUrns = Object.keys(extensions) as Extension[];

/** Of every resource, and so in no schema. */
const externalId = text('externalId', 'The ID that the source gives.');

/** What only the server sets: ignored in a whole resource, refused as the path of a change. */
export const readOnly = new Set(['id', 'meta', 'groups', 'schemas']);

const byName = (attributes: readonly Attribute[]) =>
  new Map(attributes.map((attribute) => [attribute.name.toLowerCase(), attribute]));
const core = byName([...userAttributes, externalId]);
const extended = new Map(extensionUrns.map((urn) => [urn, byName(extensions[urn])]));
const subsOf = new Map(
  [...core.values(), ...enterpriseAttributes].map((attribute) => [attribute, byName(attribute.sub ?? [])]),
);

export const subAttribute = (attribute: Attribute, name: string): Attribute | undefined =>
  subsOf.get(attribute)?.get(name.toLowerCase());

/** A place in a resource. */
export interface Place {
  /** The extension it is in; undefined: the core schema. */
  extension: Extension | undefined;
  attribute: Attribute;
  sub: Attribute | undefined;
}

const NAME = /^[A-Za-z$][A-Za-z0-9_$-]*$/;

/**
 * Without the URN of a schema before it, which ends with a colon, or with a dot as some write. Nothing is left of a path that
 * names an extension whole.
 */
export function withoutUrn(path: string): { extension: Extension | undefined; rest: string } {
  const lower = path.toLowerCase();
  for (const urn of extensionUrns) {
    if (lower === urn.toLowerCase()) return { extension: urn, rest: '' };
    if (isBehind(lower, urn)) return { extension: urn, rest: path.slice(urn.length + 1) };
  }
  return { extension: undefined, rest: isBehind(lower, USER) ? path.slice(USER.length + 1) : path };
}

const isBehind = (lower: string, urn: string): boolean =>
  lower.startsWith(`${urn.toLowerCase()}:`) || lower.startsWith(`${urn.toLowerCase()}.`);

/** The extension that a path names whole. */
export function wholeExtension(path: string): Extension | undefined {
  const { extension, rest } = withoutUrn(path);
  return rest === '' ? extension : undefined;
}

/** The attribute of a path such as `name.givenName`, with or without a URN; null if there is none. */
export function findPlace(path: string): Place | null {
  const named = withoutUrn(path);
  const [first = '', second, ...more] = named.rest.split('.');
  if (more.length > 0 || !NAME.test(first)) return null;
  const attribute = (named.extension ? extended.get(named.extension) : core)?.get(first.toLowerCase());
  if (!attribute) return null;
  if (second === undefined) return { extension: named.extension, attribute, sub: undefined };
  const sub = subAttribute(attribute, second);
  return sub ? { extension: named.extension, attribute, sub } : null;
}
