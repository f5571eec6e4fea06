import { Readable } from 'node:stream';
import { fail } from '#contract/errors.ts';
import { PROVIDER } from '../../platform/db/transaction.ts';
import type { FileAnswer } from '../../platform/http/file-answer.ts';
import type { Tools } from '../../platform/tools.ts';
import { findIcon } from './queries.ts';

/** Address of a service's icon; null if it has none. A changed icon has another address. */
export function iconUrl(serviceClass: string, version: string | null): string | null {
  return version && `/api/service/icons/${encodeURIComponent(serviceClass)}?v=${version}`;
}

/** The icon of a service, as a file. Throws `not_found`. */
export async function readIcon({ db }: Tools, serviceClass: string): Promise<FileAnswer> {
  const icon = await db.inTenant(PROVIDER, (tx) => findIcon(tx, serviceClass));
  if (!icon) throw fail('not_found', { field: 'serviceClass' });
  return { fileName: `${serviceClass}.svg`, content: Readable.from([icon]) };
}
