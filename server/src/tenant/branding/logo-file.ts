import { Readable } from 'node:stream';
import { fail } from '#contract/errors.ts';
import { isTenantId } from '#contract/rules.ts';
import type { FileAnswer } from '../../platform/http/file-answer.ts';
import type { Tools } from '../../platform/tools.ts';
import * as queries from './queries.ts';

const endings = { 'image/png': 'png', 'image/jpeg': 'jpg', 'image/webp': 'webp', 'image/svg+xml': 'svg' } as const;

/** Policy of every uploaded image: opened as a document it may do nothing. */
export const LOGO_POLICY = "sandbox; default-src 'none'; style-src 'unsafe-inline'";

/** A logo as a file. Throws `not_found`, also for an unknown or suspended tenant. */
export async function logoFile({ db }: Tools, tenantId: string, logoId: string): Promise<FileAnswer> {
  // An invalid tenant ID queries one that cannot exist, as for the theme.
  const row = await db.inTenant(isTenantId(tenantId) ? tenantId : '---', (tx) => queries.findLogoContent(tx, logoId));
  if (!row) throw fail('not_found');
  const content = Readable.from([row.content]);
  return { fileName: `logo.${endings[row.media_type]}`, content, type: row.media_type };
}
