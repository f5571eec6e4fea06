import type { LogExport, startLogExport } from '#contract/logs/log-exports.ts';
import { fail } from '#contract/errors.ts';
import type { BodyOf } from '#contract/route.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import type { FileAnswer } from '../../platform/http/file-answer.ts';
import { Readable } from 'node:stream';
import * as exporting from '../../platform/exports/exports.ts';
import { hasRows, periodOf } from '../search.ts';
import { type LogExportCondition, logExportKind, sourceOf } from './kind.ts';

export const toLogExport = ({ condition, parts, ...shown }: exporting.ShownExport): LogExport => ({
  ...shown,
  ...(condition as unknown as Pick<LogExport, 'kind' | 'fromDatetime' | 'toDatetime' | 'condition'>),
  parts: parts.map(({ sha256 = '', ...part }) => ({ ...part, sha256 })),
});

/**
 * Starts an export of log rows. Throws `exceeded_exports`, `no_export_logs` (no rows match), and errors of the period.
 */
export async function startLogExports(
  deciding: exporting.Deciding,
  body: BodyOf<typeof startLogExport>,
): Promise<LogExport> {
  const { tx, caller, now } = deciding;
  const { period } = await periodOf(tx, caller.uuid, body, now);
  if (!(await hasRows(tx, sourceOf(body.kind), period, body.condition))) throw fail('no_export_logs');
  const condition: LogExportCondition = {
    kind: body.kind,
    fromDatetime: period.from.toISOString(),
    toDatetime: period.to.toISOString(),
    condition: body.condition,
  };
  return toLogExport(await exporting.startExport(deciding, logExportKind, { ...condition }));
}

/** The manifest of an export, kept with its files. Throws `not_found`, `conflict` until it is completed. */
export async function manifestOf(
  tx: Tx,
  { tenantId, id, now }: { tenantId: string; id: string; now: Date },
): Promise<FileAnswer> {
  const shown = toLogExport(await exporting.getExport(tx, logExportKind, { id, language: 'en', now }));
  if (shown.status !== 'completed') throw fail('conflict');
  const { exportStatusId, kind, fromDatetime, toDatetime, condition, createdBy, createdAt, finishedAt } = shown;
  const manifest = {
    ...{ exportStatusId, tenantId, kind, fromDatetime, toDatetime, condition, createdBy, createdAt, finishedAt },
    rows: shown.parts.reduce((sum, { rows }) => sum + rows, 0),
    files: shown.parts.map(({ fileName, rows, bytes, sha256 }) => ({ fileName, rows, bytes, sha256 })),
  };
  const fileName = `${kind === 'login' ? 'login-log' : 'system-log'}-${createdAt.slice(0, 10)}.manifest.json`;
  return { fileName, content: Readable.from([`${JSON.stringify(manifest, null, 2)}\n`], { objectMode: false }) };
}
