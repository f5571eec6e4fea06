import { sql } from 'kysely';
import type { ErrorId } from '#contract/errors.ts';
import type { LoginType } from '#contract/sign-in/login-types.ts';
import { named, send } from '../db/ask.ts';
import type { Tx } from '../db/transaction.ts';
import type { CallOrigin } from './origin.ts';
import { newUuid } from '../crypto/uuid.ts';
import { asLogged } from './as-logged.ts';

export interface LoginEntry {
  tenantId: string;
  at: Date;
  uuid: string | null;
  userId: string;
  loginType: LoginType;
  status: 'success' | 'error';
  reason?: ErrorId;
  sessionId?: string;
  /** Of the device at which it was tried. */
  deviceId?: string;
  client: CallOrigin;
}

/** Writes one row of the login log, in the transaction of the decision. */
export async function writeLogin(tx: Tx, entry: LoginEntry): Promise<void> {
  const row = {
    tenant_id: entry.tenantId,
    at: entry.at,
    id: newUuid(),
    user_uuid: entry.uuid,
    user_id: entry.userId,
    login_type: entry.loginType,
    status: entry.status,
    reason: entry.reason ?? null,
    address: entry.client.address,
    user_agent: entry.client.userAgent,
    session_id: entry.sessionId ?? null,
    request_id: entry.client.requestId,
    device_id: entry.deviceId ?? null,
    client_request_id: entry.client.clientRequestId,
    client_id: null,
    client_name: null,
  };
  await send(tx, named('write_login', tx.insertInto('login_log').values(row)));
}

/**
 * Writes that a person got into an application by a session that was open already: once an hour for a session and an
 * application, however often it asks.
 */
export async function writeAppSignIn(
  tx: Tx,
  entry: {
    uuid: string;
    clientId: string;
    /** Of an application that is no OAuth client. */
    name?: string;
    sessionId: string | null;
    client: RequestOrigin;
    now: Date;
  },
): Promise<void> {
  const { uuid, clientId, name, sessionId, client, now } = entry;
  const app =
    name === undefined ? sql`oauth_clients` : sql`(select ${clientId}::text as client_id, ${name}::text as name)`;
  await sql`
    insert into login_log (tenant_id, at, id, user_uuid, user_id, login_type, status, address, user_agent, session_id,
      request_id, client_request_id, client_id, client_name)
    select u.tenant_id, ${now}::timestamptz, ${newUuid()}::uuid, u.uuid, u.user_id, 'application', 'success',
      ${client.address}::inet, ${client.userAgent}, ${sessionId}::uuid, ${client.requestId}, ${client.clientRequestId},
      c.client_id, c.name
    from users u join ${app} c on c.client_id = ${clientId}
    where u.uuid = ${uuid} and not exists (
      select from login_log l
      where l.user_uuid = u.uuid and l.at > ${now}::timestamptz - interval '1 hour' and l.client_id = c.client_id
        and l.session_id is not distinct from ${sessionId}::uuid)`.execute(tx);
}

/** What of a call is kept beside a sign-in. */
export type RequestOrigin = CallOrigin;

/**
 * Writes a row for a try at a name that no account of the tenant has, with what was typed. Nothing is written where there
 * is no such tenant, by the same statement.
 */
export async function writeUnknownLogin(
  tx: Tx,
  tried: { tenantId: string; typed: string; loginType: LoginType; client: CallOrigin; now: Date },
): Promise<void> {
  const { tenantId, typed, loginType, client, now } = tried;
  const reason: ErrorId = 'account_not_exist';
  await sql`
    insert into login_log (tenant_id, at, id, user_id, login_type, status, reason, address, user_agent, request_id,
      client_request_id)
    select tenant_id, ${now}::timestamptz, ${newUuid()}::uuid, ${asLogged(typed)}, ${loginType}, 'error', ${reason},
      ${client.address}::inet, ${client.userAgent}, ${client.requestId}, ${client.clientRequestId}
    from tenants where tenant_id = ${tenantId}`.execute(tx);
}
