import type { MyTerms } from '#contract/site/terms.ts';
import { termsOf } from '#contract/site/links.ts';
import { fail } from '#contract/errors.ts';
import type { Language } from '#contract/languages.ts';
import { isRegion } from '#contract/region.ts';
import type { Changes } from '../../platform/events/write.ts';
import type { Config } from '../../platform/config.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { readLinks } from '../links/links.ts';
import * as queries from './queries.ts';

/**
 * Terms in force in the tenant's region, in a language, and what the user accepted (spec section 2, terms dialog).
 * Acceptance is by version, so a corrected text alone asks nobody again.
 */
export async function readMyTerms(tx: Tx, uuid: string, config: Config, language: Language): Promise<MyTerms> {
  const region = await queries.readRegion(tx);
  const terms = termsOf(readLinks(config), region && isRegion(region) ? region : config.REGION, language);
  const acceptances = await queries.listAcceptances(tx, uuid);
  const [last] = acceptances;
  return {
    terms,
    accepted: last ? { version: last.version, acceptedAt: last.accepted_at.toISOString() } : null,
    acceptanceDue: terms !== null && !acceptances.some(({ version }) => version === terms.version),
  };
}

/**
 * Stores that the user accepts the version in force. Throws `not_found` without terms, `conflict` for another version.
 */
export async function acceptTerms(
  tx: Tx,
  account: { tenantId: string; uuid: string },
  version: string,
  config: Config,
  language: Language,
  now: Date,
  audit: (changes: Changes) => Promise<void>,
): Promise<MyTerms> {
  const before = await readMyTerms(tx, account.uuid, config, language);
  if (!before.terms) throw fail('not_found');
  if (before.terms.version !== version) throw fail('conflict', { field: 'version' });
  const isNew = await queries.insertAcceptance(tx, account, version, now);
  await audit(isNew ? { termsVersion: { before: before.accepted?.version ?? null, after: version } } : {});
  return readMyTerms(tx, account.uuid, config, language);
}
