import { matchTotpStep } from '../../platform/crypto/totp.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { totpContext } from '../../platform/secrets/sealed-columns.ts';
import { takeTotpStep } from '../../credentials/totp/totp.ts';
import type { Tools } from '../../platform/tools.ts';

interface Whose {
  tenantId: string;
  userUuid: string;
}

/** Whether a user has set up an authenticator app. */
export const hasTotp = async (tx: Tx, userUuid: string): Promise<boolean> =>
  (await enabledTotps(tx, userUuid)).length > 0;

/** Accepts a one-time code (RFC 6238, window ±1, each step once). */
export async function acceptTotp(
  tx: Tx,
  { sealer }: Pick<Tools, 'sealer'>,
  { tenantId, userUuid }: Whose,
  otp: string,
  now: Date,
): Promise<boolean> {
  for (const totp of await enabledTotps(tx, userUuid)) {
    const secret = sealer.open(totp.sealed_secret, totpContext(tenantId, userUuid, totp.uuid)).toString();
    const step = matchTotpStep({ secret, otp, now });
    if (step !== null && (await takeTotpStep(tx, totp.uuid, step))) return true;
  }
  return false;
}

function enabledTotps(tx: Tx, userUuid: string): Promise<{ uuid: string; sealed_secret: Buffer }[]> {
  return tx
    .selectFrom('totps')
    .select(['uuid', 'sealed_secret'])
    .where('user_uuid', '=', userUuid)
    .where('enabled', '=', true)
    .execute();
}
