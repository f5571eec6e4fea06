import pg from 'pg';
import type { Bench } from '../measure.ts';

/** A rare value in the log, a month old. */
export const rare = {
  userId: 'only.once',
  address: '198.51.100.77',
  userAgent: 'Ziggurat/1.0 (RareOS)',
  reason: 'account_inactive',
  requestId: 'the-one-request',
};

const DAYS = 35;
const BITE = 500_000;

/**
 * Fills the sign-in log of the bench's tenant over the past 35 days, oldest first, unless it is filled: 200,000 users,
 * one of whom makes every fifth sign-in; every thirteenth fails; forty browsers. Indexes are rebuilt afterwards.
 * Returns seconds and megabytes.
 */
export async function fillLoginLog(
  { portico, seed }: Bench,
  rows: number,
): Promise<{ seconds: number; megabytes: number }> {
  const database = new pg.Client(portico.owner);
  await database.connect();
  const start = performance.now();
  try {
    const { rowCount } = await database.query('select from login_log where tenant_id = $1 and user_id = $2', [
      seed.tenantId,
      rare.userId,
    ]);
    if (rowCount === 0) await fill(database, seed.tenantId, rows);
    const { rows: sizes } = await database.query<{ megabytes: number }>(
      `select sum(pg_total_relation_size(inhrelid)) / 1e6 as megabytes from pg_inherits where inhparent = 'login_log'::regclass`,
    );
    return { seconds: (performance.now() - start) / 1000, megabytes: Number(sizes[0]?.megabytes) };
  } finally {
    await database.end();
  }
}

async function fill(database: pg.Client, tenantId: string, rows: number): Promise<void> {
  await database.query(`set synchronous_commit to off; set maintenance_work_mem to '512MB'`);
  await database.query(`alter table login_log disable trigger user`);
  const indexes = await dropIndexes(database);
  for (let first = 1; first <= rows; first += BITE) {
    await database.query(insertRows, [tenantId, first, Math.min(rows, first + BITE - 1), rows]);
  }
  for (const definition of indexes) await database.query(definition);
  await database.query(insertTerms, [tenantId]);
  await database.query(insertCounts, [tenantId]);
  await database.query(
    `insert into log_counted (tenant_id, log, counted_to) values ($1, 'login', date_bin('30 minutes', now(), '2000-01-01Z'))
     on conflict (tenant_id, log) do update set counted_to = excluded.counted_to`,
    [tenantId],
  );
  await database.query(`alter table login_log enable trigger user`);
  await database.query('vacuum analyze login_log');
  await database.query('analyze log_terms; analyze log_counts');
}

/** Drops all indexes except the primary key; returns how to create them again. */
async function dropIndexes(database: pg.Client): Promise<string[]> {
  const { rows } = await database.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
     where indrelid = 'login_log'::regclass and not indisprimary`,
  );
  for (const { name } of rows) await database.query(`drop index ${name}`);
  return rows.map(({ definition }) => definition.replace(' ON ONLY ', ' ON '));
}

const insertRows = `
  insert into login_log (tenant_id, at, id, user_uuid, user_id, login_type, status, reason, address, user_agent, session_id, request_id)
  select $1, date_trunc('milliseconds', now() - ($4::int - n) * (interval '${DAYS} days' / $4::int)), gen_random_uuid(),
    case when is_rare then null else md5('u' || u)::uuid end, case when is_rare then '${rare.userId}' else 'user-' || u end,
    case when n % 7 = 0 then 'userId' else 'loginMailAddress' end,
    case when is_rare or n % 13 = 0 then 'error' else 'success' end,
    case when is_rare then '${rare.reason}' when n % 26 = 0 then 'mismatch' when n % 13 = 0 then 'wrong_otp' end,
    case when is_rare then '${rare.address}'::inet else ('10.' || u % 50 || '.' || u % 200 || '.' || u % 250)::inet end,
    case when is_rare then '${rare.userAgent}'
      else 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/' || 100 + u % 40 || '.0.0.0 Safari/537.36' end,
    case when is_rare or n % 13 = 0 then null else gen_random_uuid() end,
    case when is_rare then '${rare.requestId}' else gen_random_uuid()::text end
  from (
    select n, n = $4::int / 20 as is_rare, case when n % 5 = 0 then 1 else (hashint4(n) & 2147483647) % 200000 end as u
    from generate_series($2::int, $3::int) n) made`;

const insertTerms = `
  insert into log_terms (tenant_id, log, field, term)
  select tenant_id, 'login', 'userId', user_id from login_log where tenant_id = $1 group by 1, 4
  union all select tenant_id, 'login', 'address', host(address) from login_log where tenant_id = $1 group by 1, 4
  union all select tenant_id, 'login', 'userAgent', user_agent from login_log where tenant_id = $1 group by 1, 4
  union all select tenant_id, 'login', 'outcome', login_outcome(status, login_type, reason)
    from login_log where tenant_id = $1 group by 1, 4
  on conflict do nothing`;

const insertCounts = `
  insert into log_counts (tenant_id, log, slot, outcome, rows)
  select tenant_id, 'login', date_bin('30 minutes', at, '2000-01-01Z'), login_outcome(status, login_type, reason), count(*)
  from login_log where tenant_id = $1 and at < date_bin('30 minutes', now(), '2000-01-01Z') group by 1, 3, 4
  on conflict do nothing`;
