import type { LogKind } from '#contract/logs/logs-fields.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import type { ExportKind } from '../../platform/exports/kind.ts';
import { withLiterals } from '../../platform/exports/literals.ts';
import { choosePlan } from '../plan.ts';
import type { Period } from '../../platform/db/period.ts';
import type { Place } from '../place.ts';
import { within } from '../queries.ts';
import { prepared } from '../search.ts';
import { loginLog, operationLog, type Source } from '../sources.ts';
import * as queries from './queries.ts';

/** The stored condition of a log export, with the period as of its start. */
export interface LogExportCondition {
  kind: LogKind;
  fromDatetime: string;
  toDatetime: string;
  condition: Record<string, unknown>;
}

// biome-ignore lint/suspicious/noExplicitAny: its condition was read by the contract of its own kind
export const sourceOf = (kind: LogKind): Source<any, Place> => (kind === 'login' ? loginLog : operationLog);

const periodOf = ({ fromDatetime, toDatetime }: LogExportCondition): Period => ({
  from: new Date(fromDatetime),
  to: new Date(toDatetime),
});

async function planOf(tx: Tx, asked: LogExportCondition) {
  const source = sourceOf(asked.kind);
  const reading = within(periodOf(asked), {}, { budget: 1, limit: 1 });
  const condition = await prepared(tx, source, asked.condition);
  return { source, plan: await choosePlan(tx, source, condition, reading) };
}

/** Exports of the logs, oldest rows first. */
export const logExportKind: ExportKind = {
  kind: 'logs',
  job: 'log-export',
  hashed: true,
  fileName: ({ condition, created_at }) => {
    const { kind } = condition as unknown as LogExportCondition;
    return `${kind === 'login' ? 'login-log' : 'system-log'}-${created_at.toISOString().slice(0, 10)}`;
  },
  divide: (db, row, every) =>
    db.inTenant(row.tenant_id, async (tx) => {
      const asked = row.condition as unknown as LogExportCondition;
      const { source, plan } = await planOf(tx, asked);
      return queries.divide(tx, source, plan, periodOf(asked), every);
    }),
  lines: async (db, client, row, part) => {
    const asked = row.condition as unknown as LogExportCondition;
    const { source, text, values } = await db.inTenant(row.tenant_id, async (tx) => {
      const { source: log, plan } = await planOf(tx, asked);
      return { source: log, ...queries.linesOf(tx, log, plan, { ...periodOf(asked), ...part }) };
    });
    await client.query(`set local timezone to 'UTC'; set local datestyle to 'ISO'`);
    return { columns: queries.fileColumns(source), select: withLiterals(client, text, values) };
  },
};
