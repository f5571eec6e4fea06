/** Row types by table, generated from the migrated database (`npm run generate:rows`). */
export type * from './rows.ts';
export type { DB as Schema } from './rows.ts';
export type { AccountKey, BulkFailure, ImportCounts, ProvenAccount, Reason } from './json-columns.ts';
