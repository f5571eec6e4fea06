import { DEFAULT_PAGE_SIZE } from '#contract/limits.ts';
import { type ImportRowKind, importRowKinds } from '#contract/authentication/user-imports-fields.ts';

/** What the address of an import's page holds: the kind of rows that are shown, and the place among them. */
export type ImportSearch = { kind?: ImportRowKind; cursor?: string; count?: number };

export const rowPageSizes = [DEFAULT_PAGE_SIZE, 50, 100] as const;

export function readImportSearch(search: Record<string, unknown>): ImportSearch {
  const kind = importRowKinds.find((one) => one === search.kind);
  const cursor = String(search.cursor ?? '');
  const count = rowPageSizes.find((size) => size === Number(search.count) && size !== DEFAULT_PAGE_SIZE);
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
