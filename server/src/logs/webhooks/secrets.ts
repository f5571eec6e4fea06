import type { KeyObject } from 'node:crypto';
import type { Sealer } from '../../platform/crypto/sealed-box.ts';
import { webhookContext } from '../../platform/secrets/sealed-columns.ts';
import { keyOf } from './message.ts';

interface Secrets {
  tenant_id: string;
  uuid: string;
  sealed_secret: Buffer;
  sealed_previous_secret: Buffer | null;
  previous_secret_until: Date | null;
}

/** A secret as it is stored. */
export const sealSecret = (sealer: Sealer, { tenant_id, uuid }: Pick<Secrets, 'tenant_id' | 'uuid'>, secret: string) =>
  sealer.seal(secret, webhookContext(tenant_id, uuid));

/** The keys that sign now: the present one, and the one before until the overlap ends. */
export function openKeys(sealer: Sealer, row: Secrets, now: Date): KeyObject[] {
  const { tenant_id, uuid, sealed_previous_secret: previous, previous_secret_until: until } = row;
  const isBoth = previous !== null && until !== null && until > now;
  const sealed = isBoth ? [row.sealed_secret, previous] : [row.sealed_secret];
  return sealed.map((box) => keyOf(sealer.open(box, webhookContext(tenant_id, uuid)).toString('utf8')));
}
