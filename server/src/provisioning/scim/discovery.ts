import { MAX_OPERATIONS, MAX_PAYLOAD } from './bulk/plan.ts';
import { GROUP, groupAttributes } from './group-words.ts';
import {
  type Attribute,
  CUSTOM,
  customAttributes,
  ENTERPRISE,
  enterpriseAttributes,
  LIST,
  USER,
  userAttributes,
} from './schema.ts';

/** What discovery tells (RFC 7644 section 4): exactly what is there. */

export const MAX_RESULTS = 200;
export const DEFAULT_COUNT = 100;

const SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:Schema';
const RESOURCE_TYPE = 'urn:ietf:params:scim:schemas:core:2.0:ResourceType';
const CONFIG = 'urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig';

const described = ({ name, type, multiValued, sub, required, description }: Attribute): object => ({
  ...{ name, type, multiValued: multiValued === true, description, required: required === true },
  ...{ mutability: 'readWrite', returned: 'default' },
  ...(type !== 'boolean' && type !== 'complex' && { caseExact: false }),
  uniqueness: required ? 'server' : 'none',
  ...(type === 'reference' && { referenceTypes: name === '$ref' ? ['User'] : ['external'] }),
  ...(sub && { subAttributes: sub.map(described) }),
});

const schema = (base: string, id: string, name: string, attributes: readonly Attribute[]) => ({
  ...{ schemas: [SCHEMA], id, name, description: name, attributes: attributes.map(described) },
  meta: { resourceType: 'Schema', location: `${base}/Schemas/${id}` },
});

/** The names that the organization gave to its items. */
export type ItemNames = Readonly<Record<string, { name: string } | undefined>>;

/** Those that are in use. */
const itemsOf = (names: ItemNames) =>
  customAttributes.flatMap((one) => {
    const name = names[one.name]?.name;
    return name ? [{ ...one, description: name }] : [];
  });
const hasItems = (names: ItemNames) => itemsOf(names).length > 0;

export const schemasOf = (base: string, names: ItemNames) => [
  schema(base, USER, 'User', userAttributes),
  schema(base, ENTERPRISE, 'EnterpriseUser', enterpriseAttributes),
  ...(hasItems(names) ? [schema(base, CUSTOM, 'Items', itemsOf(names))] : []),
  schema(base, GROUP, 'Group', groupAttributes),
];

export const resourceTypesOf = (base: string, names: ItemNames) => [
  {
    ...{ schemas: [RESOURCE_TYPE], id: 'User', name: 'User', endpoint: '/Users', description: 'Users', schema: USER },
    schemaExtensions: [ENTERPRISE, ...(hasItems(names) ? [CUSTOM] : [])].map((one) => ({
      schema: one,
      required: false,
    })),
    meta: { resourceType: 'ResourceType', location: `${base}/ResourceTypes/User` },
  },
  {
    ...{
      schemas: [RESOURCE_TYPE],
      id: 'Group',
      name: 'Group',
      endpoint: '/Groups',
      description: 'Groups',
      schema: GROUP,
    },
    meta: { resourceType: 'ResourceType', location: `${base}/ResourceTypes/Group` },
  },
];

export const configOf = (base: string) => ({
  schemas: [CONFIG],
  patch: { supported: true },
  bulk: { supported: true, maxOperations: MAX_OPERATIONS, maxPayloadSize: MAX_PAYLOAD },
  filter: { supported: true, maxResults: MAX_RESULTS },
  pagination: {
    ...{ cursor: true, index: true, defaultPaginationMethod: 'index' },
    ...{ defaultPageSize: DEFAULT_COUNT, maxPageSize: MAX_RESULTS },
  },
  changePassword: { supported: false },
  sort: { supported: true },
  etag: { supported: true },
  authenticationSchemes: [
    {
      ...{ type: 'oauthbearertoken', name: 'Bearer token', primary: true },
      description: 'A management token with the scope scim',
      specUri: 'https://www.rfc-editor.org/info/rfc6750',
    },
  ],
  meta: { resourceType: 'ServiceProviderConfig', location: `${base}/ServiceProviderConfig` },
});

/** A list that is answered whole. */
export const whole = (resources: readonly object[]) => ({
  ...{ schemas: [LIST], totalResults: resources.length, startIndex: 1, itemsPerPage: resources.length },
  Resources: resources,
});
