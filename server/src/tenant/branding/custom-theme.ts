import type { CustomTheme, updateCustomTheme } from '#contract/tenant/custom-theme.ts';
import { fail } from '#contract/errors.ts';
import type { BodyOf } from '#contract/route.ts';
import { type Changes, changedFields } from '../../platform/events/write.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { requireLogo, toLogo } from './logos.ts';
import * as queries from './queries.ts';
import { readStoredTheme, type StoredTheme, versionOf } from './stored-theme.ts';

async function answer(tx: Tx, tenantId: string, theme: StoredTheme): Promise<CustomTheme> {
  const { themeColor, logoId, logoPlate, headerTitle, headerStyle } = theme;
  const logo = logoId ? await queries.findLogo(tx, logoId) : undefined;
  const choices = { themeColor, logoPlate, headerTitle, headerStyle };
  return { ...choices, logo: logo ? toLogo(tenantId, logo) : null, version: versionOf(theme) };
}

/** Branding of the transaction's tenant. */
export async function showCustomTheme(tx: Tx, tenantId: string): Promise<CustomTheme> {
  return answer(tx, tenantId, readStoredTheme((await queries.readTheme(tx))?.custom_theme));
}

/**
 * Replaces the tenant's branding. Throws `conflict` if it changed since it was read, `not_found` for an unknown logo.
 */
export async function changeCustomTheme(
  tx: Tx,
  tenantId: string,
  { version, logoId, ...choices }: BodyOf<typeof updateCustomTheme>,
  now: Date,
  audit: (changes: Changes) => Promise<void>,
): Promise<CustomTheme> {
  const before = readStoredTheme((await queries.holdTheme(tx))?.custom_theme);
  if (versionOf(before) !== version) throw fail('conflict');
  const logo = logoId ? await requireLogo(tx, logoId) : null;
  const mailImage = logo?.mail_width && logo.mail_height ? { width: logo.mail_width, height: logo.mail_height } : null;
  const after: StoredTheme = { ...choices, logoId, mailImage };
  await queries.storeTheme(tx, tenantId, after, now);
  const { mailImage: _, ...told } = after;
  await audit(changedFields(before, told));
  return answer(tx, tenantId, after);
}
