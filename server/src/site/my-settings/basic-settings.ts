import type { updateMe } from '#contract/site/me-basic-settings.ts';
import { fail } from '#contract/errors.ts';
import type { BodyOf } from '#contract/route.ts';
import { type Changes, changedFields } from '../../platform/events/write.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { holdOwnRow } from '../../credentials/own-row.ts';
import { updateOne } from '../../people/changes/changes.ts';
import * as queries from './queries.ts';

type Given = BodyOf<typeof updateMe>;
type Stored = NonNullable<Awaited<ReturnType<typeof queries.readBasicSettings>>>;

/** Fields of an external account that its source manages. */
const sourceFields = ['familyName', 'givenName', 'mailAddresses'] as const;

const toSettings = (row: Stored) => ({
  familyName: row.family_name,
  givenName: row.given_name,
  locale: row.locale,
  timezone: row.timezone,
  mailAddresses: row.mail_addresses,
  appExtension: row.app_extension,
});

/**
 * Changes the given basic settings of the caller; returns what changed. Throws `forbidden` with the field that the
 * account's source manages, `no_user_exists`.
 */
export async function changeBasicSettings(
  tx: Tx,
  account: { tenantId: string; uuid: string },
  given: Given,
  now: Date,
): Promise<Changes> {
  await holdOwnRow(tx, account.uuid);
  const before = await readSettings(tx, account.uuid);
  const { appExtension, ...rest } = given;
  const wanted = {
    ...rest,
    ...(appExtension && { appExtension: { ...before.settings.appExtension, ...appExtension } }),
  };
  const changes = changedFields(before.settings, wanted);
  const kept = before.source === 'local' ? undefined : sourceFields.find((field) => field in changes);
  if (kept) throw fail('forbidden', { field: kept });
  if (Object.keys(changes).length === 0) return changes;
  const { familyName, givenName, locale, timezone } = given;
  await updateOne(
    tx,
    account.uuid,
    {
      ...{ familyName, givenName, locale, timezone },
      ...(changes.mailAddresses && { mailAddresses: given.mailAddresses }),
      ...(changes.appExtension && { appExtension }),
    },
    now,
  );
  return changes;
}

async function readSettings(tx: Tx, uuid: string) {
  const row = await queries.readBasicSettings(tx, uuid);
  if (!row) throw fail('no_user_exists');
  return { source: row.source, settings: toSettings(row) };
}
