import { z } from 'zod';
import { expectedOf } from '../expected.ts';
import * as field from '../fields.ts';
import { route } from '../route.ts';
import { mappableFields, MAX_CLAIM_LENGTH, MAX_CLAIM_VALUE_LENGTH, MAX_MAPPED_GROUPS } from './mapping-values.ts';
import { opId } from './openid-connections.ts';

const claim = field.exactText(MAX_CLAIM_LENGTH).refine((value) => value !== '');
const mappedField = z.strictObject({ claim, field: z.enum(mappableFields) });
const mappedGroup = z.strictObject({
  claim,
  /** Compared exactly. */
  value: field.exactText(MAX_CLAIM_VALUE_LENGTH).refine((value) => value !== ''),
  group: field.uuid,
});

const shape = {
  /** Which claim or attribute fills a field of the user; each field once. */
  mappedFields: z
    .array(mappedField)
    .max(mappableFields.length)
    .refine((given) => new Set(given.map((one) => one.field)).size === given.length),
  /** In which groups users are for a value of a claim or an attribute. */
  mappedGroups: z.array(mappedGroup).max(MAX_MAPPED_GROUPS),
  /** Whether it is applied at each sign-in, not only when a user is added. */
  everySignIn: z.boolean(),
};

const connectionMapping = z.strictObject({
  ...shape,
  /** The groups of the mapping that exist. */
  groups: z.array(
    z.strictObject({
      uuid: field.uuid,
      groupId: z.string(),
      name: z.string(),
      /** Apps that are limited to users of the group, or of one that it is in. */
      apps: z.number().int(),
    }),
  ),
  /** What the provider said in the last test that passed; null without one. */
  lastTest: z.strictObject({ at: z.string(), said: z.record(z.string(), z.array(z.string())) }).nullable(),
});
export type ConnectionMapping = z.output<typeof connectionMapping>;

const body = z.strictObject({ ...shape, expected: expectedOf(shape) });
const openidParams = z.strictObject({ tenantId: z.string().max(40), id: opId });
const samlParams = z.strictObject({ tenantId: z.string().max(40), samlId: z.string().max(200) });
const ofOpenid = '/api/auth/tenants/{tenantId}/oidcs/{id}/mapping';
const ofSaml = '/api/auth/tenants/{tenantId}/samls/{samlId}/mapping';

export const getOpenidMapping = route({
  method: 'GET',
  path: ofOpenid,
  access: 'tenant:write',
  only: 'portal',
  operation: 'read',
  summary: 'Get what claims of an OpenID provider become',
  params: openidParams,
  response: connectionMapping,
  errors: ['not_found'],
});

/** `invalid_params_groups.groupId` for a group that is not there, or whose users a source keeps. */
export const setOpenidMapping = route({
  method: 'PUT',
  path: ofOpenid,
  access: 'tenant:write',
  proof: 'recent',
  operation: 'update',
  event: 'openidConnection.changed',
  summary: 'Map claims of an OpenID provider to fields and groups',
  params: openidParams,
  body,
  response: connectionMapping,
  errors: ['not_found', 'conflict', 'invalid_params_groups.groupId'],
});

export const getSamlMapping = route({
  method: 'GET',
  path: ofSaml,
  access: 'tenant:write',
  only: 'portal',
  operation: 'read',
  summary: 'Get what attributes of a SAML connection become',
  params: samlParams,
  response: connectionMapping,
  errors: ['not_found', 'saml_not_exist'],
});

export const setSamlMapping = route({
  method: 'PUT',
  path: ofSaml,
  access: 'tenant:write',
  proof: 'recent',
  operation: 'update',
  event: 'samlConnection.changed',
  summary: 'Map attributes of a SAML connection to fields and groups',
  params: samlParams,
  body,
  response: connectionMapping,
  errors: ['not_found', 'saml_not_exist', 'conflict', 'invalid_params_groups.groupId'],
});
