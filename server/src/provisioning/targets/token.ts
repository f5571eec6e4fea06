import type { Sealer } from '../../platform/crypto/sealed-box.ts';
import { targetContext } from '../../platform/secrets/sealed-columns.ts';

interface Place {
  tenant_id: string;
  uuid: string;
}

/** A token as it is stored. */
export const sealToken = (sealer: Sealer, { tenant_id, uuid }: Place, token: string) =>
  sealer.seal(token, targetContext(tenant_id, uuid));

export const openToken = (sealer: Sealer, { tenant_id, uuid, sealed_token }: Place & { sealed_token: Buffer }) =>
  sealer.open(sealed_token, targetContext(tenant_id, uuid)).toString('utf8');
