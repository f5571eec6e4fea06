import { getConstructionPlans } from 'pg-boss';

/** The schema the job queue lives in; owned by the database's owner, like every table. */
export const JOBS_SCHEMA = 'pgboss';

/**
 * The migration that creates the job queue's tables. The owner runs it after `server/migrations/*.sql` (it grants to
 * the role `portico_app`), inside the caller's transaction. Its name contains the schema version of the pinned pg-boss.
 * When an upgrade raises that version, its `getMigrationPlans` becomes a migration of its own; until then `startJobs`
 * refuses to run.
 */
export function jobsMigration(): { name: string; sql: string } {
  return { name: 'pgboss_43', sql: jobsMigrationSql() };
}

/**
 * The application role gets rows, never tables. That suffices at run time: queues without a partition of their own are
 * rows too, and everything in pg-boss that creates or rebuilds something is switched off in `startJobs`.
 */
function jobsMigrationSql(): string {
  return [
    withoutTransaction(getConstructionPlans(JOBS_SCHEMA)),
    `grant usage on schema ${JOBS_SCHEMA} to portico_app;`,
    `grant select, insert, update, delete on all tables in schema ${JOBS_SCHEMA} to portico_app;`,
  ].join('\n');
}

/** pg-boss wraps its plan in a transaction; its COMMIT would end the caller's. */
function withoutTransaction(plan: string): string {
  const body = /^\s*BEGIN;(?:\s*SET LOCAL [^;]+;)*(.*)COMMIT;\s*$/s.exec(plan)?.[1];
  if (body === undefined) throw new Error('The construction plan of pg-boss has another form than expected.');
  return body;
}
