import pg from 'pg';
import type { Bench } from '../measure.ts';
import { licenseIds } from '../portico/grants.ts';
import type { Row } from '../report.ts';
import type { Listed } from './permission-counts.ts';
import { type Ask, licensePath } from './permission-calls.ts';

const TAKERS = 50;
const SEATS = 10;
const ROUNDS = 100;

/** Fifty concurrent calls for the last ten seats, a hundred times: the fewest and the most that succeeded. */
export async function lastSeats(bench: Bench, timed: Ask): Promise<Row> {
  const licenseId = licenseIds('user').at(-2) ?? '';
  const takers = Array.from({ length: TAKERS }, (_, n) => `${bench.seed.prefix}${n + 1}`);
  const call = `${licensePath(licenseId)}/userPermissions`;
  const all = (permitted: boolean) => ({ permissions: takers.map((userId) => ({ userId, permitted })) });
  await timed(call, all(false));
  const { answer } = await timed<Listed>(`/licenses?licenseId=${licenseId}`);
  await setVolume(bench, licenseId, (answer.results[0]?.usedVolume ?? 0) + SEATS);
  const got: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const taken = await Promise.allSettled(
      takers.map((userId) => timed(call, { permissions: [{ userId, permitted: true }] })),
    );
    const lost = taken.filter((one) => one.status === 'rejected');
    const other = lost.find(({ reason }) => !String(reason).includes('exceeded_permitted_users'));
    if (other) throw other.reason;
    got.push(TAKERS - lost.length);
    await timed(call, all(false));
  }
  const [fewest, most] = [Math.min(...got), Math.max(...got)];
  const title = `${TAKERS} at once for the last ${SEATS} seats, ${ROUNDS} rounds`;
  const reference = { title: 'seats', figure: SEATS };
  return {
    ...{ id: 'permissions', title, unit: 'seats', figure: most, reference, ratio: most / SEATS, bar: { most: 1 } },
    ...{ met: fewest === SEATS && most === SEATS, notes: [`the fewest ${fewest}, the most ${most}`] },
  };
}

/** Changes the volume, as the provider would. */
async function setVolume({ portico, seed }: Bench, licenseId: string, volume: number): Promise<void> {
  const database = new pg.Client(portico.owner);
  await database.connect();
  const text = 'update licenses set volume = $3 where tenant_id = $1 and license_id = $2';
  await database.query(text, [seed.tenantId, licenseId, volume]);
  await database.end();
}
