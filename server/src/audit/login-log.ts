import type { Insertable } from 'kysely';
import type { ErrorId } from '#contract/errors.ts';
import { built } from '../db/built.ts';
import type { LoginLog } from '../db/schema.ts';
import { behind } from '../db/tenant-connections.ts';
import type { Tx } from '../db/transaction.ts';
import type { ClientInfo } from '../http/client-info.ts';
import { newUuid } from '../crypto/uuid.ts';

export interface LoginEntry {
  tenantId: string;
  at: Date;
  uuid: string | null;
  userId: string;
  loginType: string;
  status: 'success' | 'error';
  reason?: ErrorId;
  sessionId?: string;
  /** Of the device at which it was tried. */
  deviceId?: string;
  client: ClientInfo;
}

const insert = built((tx: Tx, row: Required<Insertable<LoginLog>>) =>
  tx.insertInto('login_log').values(row).modifyEnd(behind),
);

/** Writes one row of the login log, in the transaction of the decision. */
export async function writeLogin(tx: Tx, entry: LoginEntry): Promise<void> {
  await insert(tx, {
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
  });
}
