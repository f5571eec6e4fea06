import { type ImportRowKind, importRowKinds } from '#contract/people/user-imports-fields.ts';
import { pageSizeOf } from '../../../../ui/list/page-size.ts';

/** What the address of an import's page holds: the kind of rows that are shown, and the place among them. */
export type ImportSearch = { kind?: ImportRowKind; cursor?: string; count?: number };

export function readImportSearch(search: Record<string, unknown>): ImportSearch {
  const kind = importRowKinds.find((one) => one === search.kind);
  const cursor = String(search.cursor ?? '');
  const count = pageSizeOf(search.count);
  return {
    ...(kind ? { kind } : {}),
    ...(count ? { count } : {}),
    ...(/^[np]\.\d{1,9}$/.test(cursor) ? { cursor } : {}),
  };
}

/** The place in the history of imports. */
export type ImportsSearch = { cursor?: string };

export function readImportsSearch(search: Record<string, unknown>): ImportsSearch {
  const cursor = String(search.cursor ?? '');
  return /^[0-9a-f-]{36}$/.test(cursor) ? { cursor } : {};
}
