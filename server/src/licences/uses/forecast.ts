import type { RawBuilder } from 'kysely';
import type { SeatForecast } from '#contract/seats.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { readLicenses, readLocale } from '../licenses/licenses.ts';
import { isAllowed } from '../permissions/decide.ts';
import { readMovedSeats, readRulesForAll } from './forecast-queries.ts';

interface Asking {
  userUuid: string;
  now: Date;
}

/** The active licenses for users, with the seats that are asked for of each; those of which none is are left out. */
async function withAsked(
  tx: Tx,
  { userUuid, now }: Asking,
  askedOf: (license: { licenseId: string; availableRoles: string[] | null }) => Pick<SeatForecast, 'asked' | 'ground'>,
): Promise<SeatForecast[]> {
  const licenses = await readLicenses(
    tx,
    { volumeType: 'user', status: 'activated' },
    await readLocale(tx, userUuid),
    now,
  );
  return licenses.flatMap((license) => {
    const { asked, ground } = askedOf(license);
    const { licenseId, serviceName, volume, usedVolume: used } = license;
    return asked === 0 ? [] : [{ licenseId, serviceName, volume, used, asked, ground }];
  });
}

/** The seats that users who come, go or change roles would take or free (`people/ports.ts`). */
export async function forecastOfMoves(tx: Tx, moves: RawBuilder<unknown>, asking: Asking): Promise<SeatForecast[]> {
  const moved = await readMovedSeats(tx, moves);
  return withAsked(tx, asking, ({ licenseId }) => ({ asked: moved.get(licenseId) ?? 0, ground: 'rule' }));
}

/** The seats that so many new users of some roles would take: by rules for all users, or by the licenses named. */
export async function forecastOfNewcomers(
  tx: Tx,
  { count, roles, licenseIds }: { count: number; roles: readonly string[]; licenseIds: readonly string[] },
  asking: Asking,
): Promise<SeatForecast[]> {
  const forAll = await readRulesForAll(tx);
  return withAsked(tx, asking, ({ licenseId, availableRoles }) => {
    const allowed = isAllowed(
      { available_roles: availableRoles, available_device_types: null },
      { roles, device_type: null },
    );
    const isRule = forAll.has(licenseId);
    const takes = allowed && (isRule || licenseIds.includes(licenseId));
    return { asked: takes ? count : 0, ground: isRule ? 'rule' : 'named' };
  });
}
