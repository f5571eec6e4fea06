import { type RawBuilder, sql } from 'kysely';
import type { TargetAssignment, TargetField, TargetMapping } from '#contract/provisioning/target-values.ts';
import { agentPrefix } from '#contract/rules.ts';

/** What an app is sent for a user, made by SQL: of one, to be sent or shown, as of many, to be compared. */

export const USER_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:User';
export const ENTERPRISE_SCHEMA = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';

/** Fields of the user `u`. Names in Chinese, Japanese and Korean letters begin with the family name. */
const fields: Readonly<Record<TargetField, RawBuilder<string | null>>> = {
  userId: sql`u.user_id`,
  mailAddress: sql`u.login_mail_address`,
  fullName: sql`nullif(trim(case when u.family_name || u.given_name ~ '[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7af]'
    then u.family_name || ' ' || u.given_name else u.given_name || ' ' || u.family_name end), '')`,
  givenName: sql`nullif(u.given_name, '')`,
  familyName: sql`nullif(u.family_name, '')`,
  language: sql`u.locale`,
  timezone: sql`u.timezone`,
  department: sql`nullif(u.department, '')`,
  location: sql`nullif(u.location, '')`,
};

const of = (field: TargetField | undefined): RawBuilder<string | null> =>
  field === undefined ? sql`null::text` : fields[field];

/** The resource of the user `u`, without what the user does not have, and without `active`. */
export const resourceOf = (mapping: TargetMapping): RawBuilder<Resource> => sql`
  jsonb_strip_nulls(jsonb_build_object(
    'externalId', u.uuid,
    'userName', ${of(mapping.userName)},
    'displayName', ${of(mapping.displayName)},
    'name', jsonb_build_object('givenName', ${of(mapping['name.givenName'])}, 'familyName', ${of(mapping['name.familyName'])}),
    'emails', case when ${of(mapping.emails)} is not null then jsonb_build_array(
      jsonb_build_object('value', ${of(mapping.emails)}, 'type', 'work', 'primary', true)) end,
    'preferredLanguage', ${of(mapping.preferredLanguage)},
    'timezone', ${of(mapping.timezone)},
    ${sql.lit(ENTERPRISE_SCHEMA)}, jsonb_build_object('department', ${of(mapping.department)})))`;

/** What can be compared of the user `u`: attributes and values. */
export const factsOf = (mapping: TargetMapping): RawBuilder<Record<string, string>> => sql`
  jsonb_strip_nulls(jsonb_build_object(${sql.join(
    Object.entries(mapping).map(([attribute, field]) => sql`${sql.lit(attribute)}, ${of(field)}`),
  )}))`;

/** The user name of the user `u` there. */
export const userNameOf = (mapping: TargetMapping): RawBuilder<string | null> => of(mapping.userName);

export type Resource = Record<string, unknown> & { externalId: string; userName?: string };

/** What is wanted of the user `u`; null: nothing yet. A management agent is nobody whom an app could know. */
export const wantedOf = (scope: Scope): RawBuilder<'active' | 'inactive' | 'removed' | null> => sql`
  case when u.user_id_key like ${`${agentPrefix}%`} or not ${isAssigned(scope)} then 'removed' when u.status = 'registering' then null
    when u.status = 'inactive' then 'inactive' else 'active' end`;

export interface Scope {
  uuid: string;
  assignment: TargetAssignment;
  client_id: string | null;
}

/** Whether a target is for the user `u`. */
function isAssigned({ assignment, client_id: clientId, uuid }: Scope): RawBuilder<boolean> {
  if (assignment === 'app') return sql`is_user_of_app(u.tenant_id, ${clientId}, u.uuid)`;
  if (assignment === 'groups') return sql`is_in_target_groups(u.tenant_id, ${uuid}::uuid, u.uuid)`;
  return sql`true`;
}

/** The resource as it is sent: without parts that are empty, with its schemas. */
export function toSent(resource: Resource): Resource {
  const full = Object.fromEntries(
    Object.entries(resource).filter(([, value]) => !(isObject(value) && Object.keys(value).length === 0)),
  ) as Resource;
  const schemas = [USER_SCHEMA, ...(ENTERPRISE_SCHEMA in full ? [ENTERPRISE_SCHEMA] : [])];
  return { schemas, ...full };
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
