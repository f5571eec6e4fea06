import { suggestMapping, toldBy } from '#contract/people/user-imports-fields.ts';
import { fail } from '#contract/errors.ts';
import { IMPORT_WAITS_DAYS, MAX_IMPORT_BYTES } from '#contract/limits.ts';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { newUuid } from '../../platform/crypto/uuid.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { violates } from '../../platform/db/violation.ts';
import { type FormFile, readForm } from '../../platform/http/form.ts';
import type { ClientInfo } from '../../platform/http/client-info.ts';
import type { Caller } from '../../platform/http/session.ts';
import type { Tools } from '../../platform/tools.ts';
import { keepFile } from './file.ts';
import { importWork } from './job.ts';
import * as queries from './queries.ts';

/** Who uploads, and how the log is written. */
export interface Uploading {
  tools: Tools;
  caller: Caller;
  client: ClientInfo;
  now: Date;
  request: FastifyRequest;
  audit(tx: Tx, importId: string, fileName: string): Promise<void>;
}

type Learnt = Partial<
  Pick<queries.ImportRow, 'encoding' | 'delimiter' | 'columns' | 'operation' | 'unasked' | 'confirm_count'>
> & { patchy?: readonly string[] };

/** What is learnt of the file while it comes in, and when it is there. */
export interface Watch {
  kind: queries.ImportRow['kind'];
  look(piece: Buffer): void;
  end(): Learnt;
}

/**
 * Takes the file of a form and keeps it as an import, or keeps nothing. A format file, or one by the API, is checked next.
 * Throws `service_processing` while another import of the tenant is checked or carried out, and what `readForm` and the
 * watch throw.
 */
export async function takeUpload<Fields extends z.ZodObject>(
  uploading: Uploading,
  shape: Fields,
  watch: (fields: z.output<Fields>) => Watch,
  most = MAX_IMPORT_BYTES,
): Promise<queries.ImportRow> {
  const { tools, caller } = uploading;
  const { tenantId } = caller;
  if (await tools.db.inTenant(tenantId, queries.isAtWork)) throw fail('service_processing');
  const importId = newUuid();
  try {
    const { bytes, learnt } = await readForm(uploading.request, shape, most, (fields, file) =>
      receive(uploading, importId, watch(fields), file),
    );
    return await tools.db.inTenant(tenantId, (tx) => conclude(uploading, tx, importId, bytes, learnt));
  } catch (error) {
    // Nothing is left of what did not arrive whole; should this fail too, it is swept.
    await tools.db.inTenant(tenantId, (tx) => queries.deleteImport(tx, importId)).catch(() => {});
    if (violates(error, 'user_imports_at_work')) throw fail('service_processing', { cause: error });
    throw error;
  }
}

async function receive(
  { tools, caller, client, now }: Uploading,
  importId: string,
  watch: Watch,
  { name, content }: FormFile,
): Promise<{ bytes: number; learnt: Learnt }> {
  const { tenantId, uuid, userId } = caller;
  const row = {
    ...{ tenant_id: tenantId, import_id: importId, kind: watch.kind, status: 'accepting' as const },
    file_name: name,
    permissions: [...caller.permissions],
    ...{ created_by: uuid, created_by_user_id: userId, operator_uuid: uuid, operator_user_id: userId },
    ...{ address: client.address, request_id: client.requestId, created_at: now, phase_at: now },
    expires_at: new Date(now.getTime() + IMPORT_WAITS_DAYS * 86_400_000),
  };
  await tools.db.inTenant(tenantId, (tx) => queries.insertImport(tx, row));
  const bytes = await keepFile(tools, { tenantId, importId }, content, (piece) => watch.look(piece));
  return { bytes, learnt: watch.end() };
}

async function conclude(
  { tools, caller, now, audit }: Uploading,
  tx: Tx,
  importId: string,
  bytes: number,
  { columns, patchy, ...learnt }: Learnt,
): Promise<queries.ImportRow> {
  const { kind } = await queries.updateImport(tx, importId, { received_at: now });
  await queries.giveUpEarlier(tx, caller.uuid, importId, now);
  const suggested = kind === 'directory' ? await suggest(tx, columns ?? [], patchy) : {};
  const row = await queries.updateImport(tx, importId, {
    ...learnt,
    ...suggested,
    ...(columns && { columns: JSON.stringify(columns) }),
    file_bytes: bytes,
    phase_at: tools.clock(),
    ...(kind === 'directory' ? {} : { status: 'checking' as const }),
  });
  await audit(tx, importId, row.file_name);
  if (kind !== 'directory') await importWork.wake(tools, tx, caller.tenantId, importId);
  return row;
}

/** As last time, where the file has the columns; else by the headers. */
async function suggest(tx: Tx, columns: readonly string[], patchy: readonly string[] | undefined) {
  const last = await queries.readMapping(tx);
  const known = Object.entries(last?.mapping ?? {}).filter(([column]) => column !== '' && columns.includes(column));
  const hasIds = known.some(([, field]) => toldBy(field).includes('userId'));
  const remembered = hasIds ? Object.fromEntries(known) : null;
  const empty_cells = last?.empty_cells === 'clear' ? ('clear' as const) : ('keep' as const);
  return { mapping: JSON.stringify(remembered ?? suggestMapping(columns, patchy)), empty_cells };
}
