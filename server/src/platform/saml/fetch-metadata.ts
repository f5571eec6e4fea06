import { fail } from '#contract/errors.ts';
import { spendTry } from '../limits/throttle.ts';
import { OutgoingError } from '../net/outgoing.ts';
import type { Tools } from '../tools.ts';

/**
 * The document at an address that an administrator entered. Why there is none is not told, so that nobody probes a network:
 * throws `invalid_params` for `address`, and `too_many_requests`.
 */
export async function fetchMetadata(tools: Tools, tenantId: string, address: string, now: Date): Promise<string> {
  await spendTry(tools.db, [{ name: 'samlMetadataRead', key: tenantId, most: 60, withinSeconds: 3600 }], now);
  const headers = { accept: 'application/samlmetadata+xml, application/xml;q=0.9, text/xml;q=0.9' };
  try {
    const { status, body } = await tools.outgoing.read(address, { headers });
    if (status === 200) return body;
  } catch (error) {
    if (!(error instanceof OutgoingError)) throw error;
  }
  throw fail('invalid_params', { field: 'address' });
}
