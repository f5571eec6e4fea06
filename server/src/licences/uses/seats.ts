import { fail } from '#contract/errors.ts';
import type { AnswerOf } from '#contract/route.ts';
import type { listSeatHolders, SeatHolder } from '#contract/licences/uses.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { formatCursor, parseCursor, type Place } from './cursor.ts';
import * as queries from './seat-queries.ts';

type Found = { holder: SeatHolder; place: Place };

const toUser = (row: queries.UserHolderRow): Found => ({
  holder: {
    volumeType: 'user',
    uuid: row.uuid,
    userId: row.user_id,
    familyName: row.family_name,
    givenName: row.given_name,
    locale: row.locale,
    status: row.status,
    usedAt: row.used_at?.toISOString() ?? null,
  },
  place: { at: row.at, key: row.uuid },
});

const toDevice = (row: queries.DeviceHolderRow): Found => ({
  holder: {
    volumeType: 'device',
    uuid: row.uuid,
    deviceId: row.device_id,
    deviceType: row.device_type,
    description: row.description,
    usedAt: row.used_at?.toISOString() ?? null,
  },
  place: { at: row.at, key: row.key },
});

/** Users who never used it, followed by those who did. */
async function usersFrom(tx: Tx, license: queries.RuledLicense, after: Place | null, limit: number): Promise<Found[]> {
  const isAmongNever = after === null || after.at === null;
  const never = isAmongNever ? await queries.listNeverUsed(tx, license, after?.key ?? null, limit) : [];
  if (never.length >= limit) return never.map(toUser);
  const from = isAmongNever ? null : after;
  return [...never, ...(await queries.listLongestAgo(tx, license, from, limit - never.length))].map(toUser);
}

/** A page of a license's seat holders, longest unused first. Throws `license_not_exist`, `invalid_params` (cursor). */
export async function seatHolders(
  tx: Tx,
  licenseId: string,
  { count, cursor }: { count: number; cursor?: string | undefined },
): Promise<AnswerOf<typeof listSeatHolders>> {
  const license = await queries.findRuledLicense(tx, licenseId);
  if (!license) throw fail('license_not_exist', { field: 'licenseId' });
  const after = cursor === undefined ? null : parseCursor(license.volume_type, cursor);
  if (cursor !== undefined && !after) throw fail('invalid_params', { field: 'cursor' });
  const found =
    license.volume_type === 'user'
      ? await usersFrom(tx, license, after, count + 1)
      : (await queries.listUnseenDevices(tx, license, after, count + 1)).map(toDevice);
  const shown = found.slice(0, count);
  const last = shown.at(-1);
  const results = shown.map(({ holder }) => holder);
  return { results, ...(last && found.length > count ? { next: formatCursor(last.place) } : {}) };
}
