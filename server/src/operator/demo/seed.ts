import type pg from 'pg';
import { fail } from '#contract/errors.ts';
import type { Tools } from '../../platform/tools.ts';
import type { Acting } from '../../platform/http/acting.ts';
import { ensureDemoGroups } from './groups.ts';
import { type Bite, dropStage, type Filling, makeStage, makeUsers, missingBites } from './stage.ts';

/** Users a transaction: large enough for speed, small enough that a stop loses a second's work. */
const BITE = 20_000;
/** Bites at a time: PostgreSQL works on each with a core of its own. */
const AT_A_TIME = 2;

export interface SeedWish {
  tenantId: string;
  /** How many made-up users there shall be in all. */
  users: number;
  groups: number;
  /** One password for all of them; without it they have none. */
  password?: string | undefined;
  /** Gathers statistics of tables, as their owner: worth it for thousands of groups. */
  analyze?: (tables: readonly string[]) => Promise<void>;
}

export interface SeedProgress {
  made: number;
  wanted: number;
  perSecond: number;
}

/**
 * Fills a tenant with made-up users, groups and memberships, until it has as many as wished for: done again it adds
 * nothing, stopped half-way it goes on where it was. Throws `not_found` (tenant), `forbidden` (production mode).
 */
export async function seedDemo(
  tools: Tools,
  act: Acting,
  wish: SeedWish,
  onProgress: (progress: SeedProgress) => void = () => {},
): Promise<SeedProgress> {
  if (tools.config.production) throw fail('forbidden');
  const { tenantId, users } = wish;
  const groupUuids = await ensureDemoGroups(tools.db, act.now, wish, wish.analyze ?? (async () => {}));
  const hash = wish.password === undefined ? null : await tools.hasher.hash(wish.password);
  const bites = await withClient(tools.db.copyPool, (client) => missingBites(client, tenantId, users, BITE));
  const progress = await seedBites(tools.db.copyPool, { tenantId, groupUuids, hash }, bites, onProgress);
  if (progress.made > 0) {
    const target = { type: 'tenant.demoFilled', targetId: tenantId, changes: { users: { after: users } } } as const;
    await tools.db.inTenant(tenantId, (tx) => act.audit(tx, { ...target }, { tenantId, operation: 'create' }));
  }
  return progress;
}

async function seedBites(
  pool: pg.Pool,
  filling: Filling,
  bites: Bite[],
  onProgress: (progress: SeedProgress) => void,
): Promise<SeedProgress> {
  const started = performance.now();
  const size = ({ first, last }: Bite) => last - first + 1;
  const progress = { made: 0, wanted: bites.reduce((sum, bite) => sum + size(bite), 0), perSecond: 0 };
  const work = async (client: pg.PoolClient) => {
    await makeStage(client);
    for (let bite = bites.shift(); bite; bite = bites.shift()) {
      await makeUsers(client, filling, bite);
      progress.made += size(bite);
      progress.perSecond = Math.round(progress.made / ((performance.now() - started) / 1000));
      onProgress({ ...progress });
    }
    await dropStage(client);
  };
  await Promise.all(Array.from({ length: Math.min(AT_A_TIME, bites.length) }, () => withClient(pool, work)));
  return progress;
}

async function withClient<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    const result = await work(client);
    client.release();
    return result;
  } catch (error) {
    client.release(true); // a temporary table it may have left ends with it
    throw error;
  }
}
