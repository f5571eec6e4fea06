import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { FederatedLoginType } from '#contract/sign-in/login-types.ts';
import type { EmailDomains } from '../../platform/db/schema.ts';
import type { Tx } from '../../platform/db/transaction.ts';

export type DomainRow = Selectable<EmailDomains>;

export const listDomains = (tx: Tx): Promise<DomainRow[]> =>
  tx.selectFrom('email_domains').selectAll().orderBy('domain').execute();

export const findDomain = (tx: Tx, domain: string): Promise<DomainRow | undefined> =>
  tx.selectFrom('email_domains').selectAll().where('domain', '=', domain).executeTakeFirst();

export const holdDomain = (tx: Tx, domain: string): Promise<DomainRow | undefined> =>
  tx.selectFrom('email_domains').selectAll().where('domain', '=', domain).forUpdate().executeTakeFirst();

/** Two administrators who add at once wait for each other: together they stay within the limit. */
export async function countDomains(tx: Tx): Promise<number> {
  await tx.selectFrom('tenants').select('tenant_id').forNoKeyUpdate().execute();
  const count = tx.selectFrom('email_domains').select((eb) => eb.fn.countAll<string>().as('count'));
  return Number((await count.executeTakeFirstOrThrow()).count);
}

export async function insertDomain(tx: Tx, row: Insertable<EmailDomains>): Promise<void> {
  await tx.insertInto('email_domains').values(row).execute();
}

export async function updateDomain(tx: Tx, uuid: string, changes: Updateable<EmailDomains>): Promise<void> {
  await tx.updateTable('email_domains').set(changes).where('uuid', '=', uuid).execute();
}

export async function deleteDomain(tx: Tx, uuid: string): Promise<void> {
  await tx.deleteFrom('email_domains').where('uuid', '=', uuid).execute();
}

/** The domains whose users are sent to a connection, which is held. */
export async function domainsSentTo(tx: Tx, connection: string): Promise<string[]> {
  const sent = tx.selectFrom('email_domains').select('domain').where('connection', '=', connection).orderBy('domain');
  return (await sent.execute()).map(({ domain }) => domain);
}

/** Nobody is sent to a connection that is being deleted, whose row is held. */
export async function dropConnection(tx: Tx, connection: string): Promise<void> {
  await tx.updateTable('email_domains').set({ connection: null }).where('connection', '=', connection).execute();
}

/** A connection as the provider of a domain. */
export interface ProviderRow {
  uuid: string;
  type: FederatedLoginType;
  id: string;
  display_name: string;
  enabled: boolean;
  enabled_domains: string[];
  disabled_domains: string[];
}

const openidProviders = (tx: Tx) =>
  tx
    .selectFrom('openid_connections')
    .select(['uuid', sql<FederatedLoginType>`kind`.as('type'), 'op_id as id', 'display_name', 'enabled'])
    .select(['enabled_domains', 'disabled_domains']);
const samlProviders = (tx: Tx) =>
  tx
    .selectFrom('saml_connections')
    .select(['uuid', sql<FederatedLoginType>`'saml'`.as('type'), 'saml_id as id', 'display_name', 'enabled'])
    .select([sql<string[]>`'{}'::text[]`.as('enabled_domains'), sql<string[]>`'{}'::text[]`.as('disabled_domains')]);

/** The connections with these UUIDs. */
export const findProviders = (tx: Tx, uuids: readonly string[]): Promise<ProviderRow[]> =>
  openidProviders(tx)
    .where('uuid', '=', sql<string>`any (${uuids}::uuid[])`)
    .unionAll(samlProviders(tx).where('uuid', '=', sql<string>`any (${uuids}::uuid[])`))
    .execute();

/** Whether a connection exists; until the transaction ends, nobody deletes it. */
export async function holdProvider(tx: Tx, uuid: string): Promise<boolean> {
  const openid = await openidProviders(tx).where('uuid', '=', uuid).forKeyShare().executeTakeFirst();
  return Boolean(openid ?? (await samlProviders(tx).where('uuid', '=', uuid).forKeyShare().executeTakeFirst()));
}

/** Domains that are proven, without their proof missing: then new addresses in them are believed. */
const believed = (tx: Tx) =>
  tx.selectFrom('email_domains').select('domain').where('proven_at', 'is not', null).where('missing_since', 'is', null);

/** Those that send their users to a connection, or all. */
export async function listBelieved(tx: Tx, connection?: string): Promise<string[]> {
  const sent = connection === undefined ? believed(tx) : believed(tx).where('connection', '=', connection);
  return (await sent.execute()).map(({ domain }) => domain);
}

export const isBelieved = async (tx: Tx, domain: string): Promise<boolean> =>
  (await believed(tx).where('domain', '=', domain).executeTakeFirst()) !== undefined;

/** Whether it also sends its users to a connection. */
export const isDomainOf = async (tx: Tx, domain: string, connection: string): Promise<boolean> =>
  (await believed(tx).where('domain', '=', domain).where('connection', '=', connection).executeTakeFirst()) !==
  undefined;
