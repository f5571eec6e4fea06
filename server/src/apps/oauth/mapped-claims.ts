import { sql } from 'kysely';
import {
  type ClaimPlace,
  claimsFor,
  type ClaimValues,
  MAX_ACCESS_TOKEN_CLAIMS,
  type MappedClaim,
  MOST_IN_LIST,
  sharedKindsOf,
} from '#contract/apps/claim-values.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import type { Tools } from '../../platform/tools.ts';
import type { ClientRecord } from './clients.ts';
import { findAllowed } from './consents.ts';
import { paths } from './paths.ts';

/** The claims that the administrators of its tenant have added to a client. */
export const mappedClaimsOf = ({ metadata }: Pick<ClientRecord, 'metadata'>): readonly MappedClaim[] =>
  (metadata.portico_claims as MappedClaim[] | undefined) ?? [];

interface Row {
  user: Record<string, string | null>;
  extension: Record<string, string>;
  roles: string[];
  groups: { groupIds: string; groupNames: string; groupUuids: string }[] | null;
  licenses: { licenses: string; services: string }[] | null;
}

/** What the sources of claims have of a user of the transaction's tenant; null: there is no such user. */
export async function readClaimValues(
  tx: Tx,
  uuid: string,
  sources: readonly string[],
  now: Date,
): Promise<ClaimValues | null> {
  const needsGroups = sources.some((source) => source.startsWith('group'));
  const needsLicenses = sources.includes('services') || sources.includes('licenses');
  const { rows } = await sql<Row>`
    select jsonb_build_object('userId', u.user_id, 'familyName', u.family_name, 'givenName', u.given_name,
        'loginMailAddress', u.login_mail_address, 'locale', coalesce(u.locale, t.locale),
        'timezone', coalesce(u.timezone, t.timezone), 'department', u.department, 'location', u.location,
        'description', u.description) as "user",
      u.extension_attributes as extension, u.roles,
      case when ${needsGroups} then (
        select jsonb_agg(jsonb_build_object('groupIds', g.group_id, 'groupNames', g.name, 'groupUuids', g.uuid))
        from (select g.group_id, g.name, g.uuid from groups g
          where g.uuid in (
            select m.group_uuid from group_users m where m.user_uuid = u.uuid
            union
            select a.ancestor_uuid from group_users m
            join group_ancestry a on a.tenant_id = m.tenant_id and a.descendant_uuid = m.group_uuid
            where m.user_uuid = u.uuid)
          order by g.group_id_key limit ${MOST_IN_LIST + 1}) g) end as groups,
      case when ${needsLicenses} then (
        select jsonb_agg(jsonb_build_object('licenses', l.license_id, 'services', l.service_class)
          order by l.service_class, l.license_id)
        from licenses_of_user(u.uuid, ${now}) l) end as licenses
    from users u join tenants t on t.tenant_id = u.tenant_id where u.uuid = ${uuid}`.execute(tx);
  const row = rows[0];
  if (!row) return null;
  const { user, extension, roles, groups, licenses } = row;
  const all = <Key extends string>(found: Record<Key, string>[] | null, key: Key) => [
    ...new Set((found ?? []).map((one) => one[key])),
  ];
  return {
    ...user,
    ...extension,
    roles,
    groupIds: all(groups, 'groupIds'),
    groupNames: all(groups, 'groupNames'),
    groupUuids: all(groups, 'groupUuids'),
    services: all(licenses, 'services'),
    licenses: all(licenses, 'licenses'),
  };
}

/** Where the whole is that does not fit in a place. */
const wholeAt = { idToken: paths.userinfo, userinfo: paths.userinfo, accessToken: paths.introspection } as const;

/**
 * The claims of a client that a user shares with it: of an app of the provider all, of others those of the kinds that the
 * user was asked about (docs/decisions/0232). Without this, an app would get a new kind with tokens it already has.
 */
async function sharedClaims(tx: Tx, client: ClientRecord, uuid: string): Promise<readonly MappedClaim[]> {
  const claims = mappedClaimsOf(client);
  if (client.firstParty) return claims;
  const allowed = new Set(await findAllowed(tx, uuid, client.clientId));
  return claims.filter((claim) => sharedKindsOf([claim]).every((kind) => allowed.has(`#${kind}`)));
}

/** The mapped claims of a user for a client and place; `room`: as many bytes. */
export async function readMappedClaims(
  tools: Tools,
  client: ClientRecord,
  user: { uuid: string },
  { place, room }: { place: ClaimPlace; room?: number },
): Promise<Record<string, unknown>> {
  if (mappedClaimsOf(client).length === 0) return {};
  const { claims, values } = await tools.db.inTenant(client.tenantId, async (tx) => {
    const shared = await sharedClaims(tx, client, user.uuid);
    const sources = shared.map(({ source }) => source);
    const found = shared.length > 0 && (await readClaimValues(tx, user.uuid, sources, tools.clock()));
    return { claims: shared, values: found };
  });
  const endpoint = `${tools.config.publicUrl}${wholeAt[place]}`;
  return values ? claimsFor(claims, values, place, { endpoint, ...(room !== undefined && { room }) }) : {};
}

/**
 * For JWT access tokens, which have no room for much: beyond 4096 characters no API takes them (access-token.ts). `besides`:
 * what a service's client gets takes of the same room.
 */
export const accessTokenClaims = (tools: Tools, client: ClientRecord, user: { uuid: string }, besides: object) =>
  readMappedClaims(tools, client, user, {
    place: 'accessToken',
    room: MAX_ACCESS_TOKEN_CLAIMS - JSON.stringify(besides).length,
  });

/**
 * For introspection: whole, for it is where a token that has no room for them points to. Refused names are as in tokens.
 */
export async function introspectedClaims(
  tools: Tools,
  client: ClientRecord,
  user: { uuid: string },
): Promise<Record<string, unknown>> {
  const claims = mappedClaimsOf(client).filter(({ places }) => places.includes('accessToken'));
  if (claims.length === 0) return {};
  const asUserinfo = claims.map((claim) => ({ ...claim, places: ['userinfo' as const] }));
  const metadata = { portico_claims: asUserinfo };
  return readMappedClaims(tools, { ...client, metadata }, user, { place: 'userinfo' });
}
