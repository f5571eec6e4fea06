import { hashSecret } from '../crypto/secret.ts';
import type { Tools } from '../tools.ts';
import * as queries from './queries.ts';
import { placeOf, type SealedColumn, sealedColumns } from './sealed-columns.ts';

const CODES = 500;

type Resealing = Pick<Tools, 'db' | 'sealer' | 'log' | 'keyedHash'>;

export interface Resealed {
  /** Values sealed again. */
  values: number;
  /** Recovery codes hashed under the look-up key. */
  recoveryCodes: number;
}

/** Stored form of a recovery code, from its bare hash: hashes of earlier versions can be converted. */
export function keyedRecoveryHash(tools: Pick<Tools, 'keyedHash'>, tenantId: string, bareHash: Uint8Array): Buffer {
  return tools.keyedHash('recoveryCode', tenantId, Buffer.from(bareHash).toString('base64'));
}

/** Both hashes under which a normalized recovery code may be stored. */
export function recoveryHashes(tools: Pick<Tools, 'keyedHash'>, tenantId: string, code: string): [Buffer, Buffer] {
  const bare = hashSecret(code);
  return [keyedRecoveryHash(tools, tenantId, bare), bare];
}

/**
 * Seals again everything that is not under the present master key, in small transactions, and hashes remaining bare
 * recovery codes under the look-up key. The values themselves show what is done, so it can be stopped or killed and
 * continued, and several processes can share it; a value that changes meanwhile is left alone. Values that cannot be
 * opened are left and logged. `onProgress` receives the count after each batch.
 */
export async function resealAll(
  tools: Resealing,
  signal: AbortSignal,
  onProgress: (values: number) => void = () => {},
): Promise<Resealed> {
  const [current] = tools.sealer.keyIds;
  let values = 0;
  // Repeat for rows that others had locked, until nothing changes.
  for (let before = -1; before !== values && !signal.aborted; ) {
    before = values;
    for (const { tenant_id, place, key_id } of await queries.countSealedValues(tools.db.pool)) {
      const column = sealedColumns.find((candidate) => placeOf(candidate) === place);
      if (!column || key_id === current) continue;
      values += await resealColumn(tools, tenant_id, column, signal, (done) => onProgress(values + done));
    }
  }
  return { values, recoveryCodes: await hashBareCodes(tools, signal) };
}

async function resealColumn(
  { db, sealer, log }: Resealing,
  tenantId: string,
  column: SealedColumn,
  signal: AbortSignal,
  onProgress: (done: number) => void,
): Promise<number> {
  let done = 0;
  let after: unknown[] | null = null;
  while (!signal.aborted) {
    const from: unknown[] | null = after;
    const { held, replaced, unreadable } = await db.inTenant(tenantId, async (tx) => {
      const rows = await queries.holdOldRows(tx, column, sealer.header, from);
      const fresh = rows.flatMap((row) => {
        const context = column.context(row);
        const plain = openIfKnown(() => sealer.open(row.sealed_value, context));
        return plain ? [{ row, sealed: sealer.seal(plain, context) }] : [];
      });
      const count = fresh.length === 0 ? 0 : await queries.replaceValues(tx, column, fresh);
      return { held: rows, replaced: count, unreadable: rows.length - fresh.length };
    });
    if (unreadable > 0) log.warn({ tenantId, place: placeOf(column), unreadable }, 'sealed values cannot be opened');
    done += replaced;
    onProgress(done);
    const last = held.at(-1);
    if (!last) break;
    after = Object.keys(column.key).map((name) => last[name]);
  }
  return done;
}

function openIfKnown(open: () => Buffer): Buffer | null {
  try {
    return open();
  } catch {
    return null;
  }
}

async function hashBareCodes(tools: Resealing, signal: AbortSignal): Promise<number> {
  let done = 0;
  for (const { tenant_id } of await queries.countBareRecoveryCodes(tools.db.pool)) {
    for (let held = CODES; held > 0 && !signal.aborted; done += held) {
      held = await tools.db.inTenant(tenant_id, async (tx) => {
        const codes = await queries.holdBareCodes(tx, CODES);
        const keyed = codes.map((code) => ({
          ...code,
          keyed_hash: keyedRecoveryHash(tools, tenant_id, code.code_hash),
        }));
        if (keyed.length > 0) await queries.replaceBareCodes(tx, keyed);
        return codes.length;
      });
    }
  }
  return done;
}
