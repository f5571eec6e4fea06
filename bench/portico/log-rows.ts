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

interface Made {
  log: 'login' | 'systemOperation';
  table: string;
  /** A row that is there once it was filled. */
  known: string;
  /** Of tenant, first and last number, and how many there are in all. */
  insert: string;
  terms: string;
  outcome: string;
}

/** Fills a log of the bench's tenant, unless it is filled. Indexes are rebuilt afterwards. Returns seconds and megabytes. */
async function fillLog(
  { portico, seed }: Bench,
  made: Made,
  rows: number,
): Promise<{ seconds: number; megabytes: number }> {
  const database = new pg.Client(portico.owner);
  await database.connect();
  const start = performance.now();
  try {
    const { rowCount } = await database.query(
      `select from ${made.table} where tenant_id = $1 and ${made.known} limit 1`,
      [seed.tenantId],
    );
    if (rowCount === 0) await fill(database, seed.tenantId, made, rows);
    const { rows: sizes } = await database.query<{ megabytes: number }>(
      `select sum(pg_total_relation_size(inhrelid)) / 1e6 as megabytes from pg_inherits where inhparent = '${made.table}'::regclass`,
    );
    return { seconds: (performance.now() - start) / 1000, megabytes: Number(sizes[0]?.megabytes) };
  } finally {
    await database.end();
  }
}

/** Over the past 35 days, oldest first: 200,000 users, one of whom makes every fifth sign-in; every thirteenth fails; forty browsers. */
export const fillLoginLog = (bench: Bench, rows: number) =>
  fillLog(
    bench,
    {
      ...{
        log: 'login',
        table: 'login_log',
        known: `user_id = '${rare.userId}'`,
        insert: insertRows,
        terms: insertTerms,
      },
      outcome: 'login_outcome(status, login_type, reason)',
    },
    rows,
  );

/** What the operation log has once: a policy that was changed, a group that is gone. */
export const once = { policy: 'tenant.changed', group: 'Harbour watch' };

/**
 * Over the past 35 days: twenty administrators change the bench's users; every twentieth row is of an import, every fiftieth of a
 * refusal. Each kind of event has its share, as the names below say.
 */
export const fillOperationLog = (bench: Bench, rows: number) =>
  fillLog(
    bench,
    {
      ...{ log: 'systemOperation', table: 'system_operation_log', known: `type = '${once.policy}'` },
      ...{ insert: insertOperations, terms: insertOperationTerms },
      outcome: 'operation_outcome(status, operation, target_type, action)',
    },
    rows,
  );

async function fill(database: pg.Client, tenantId: string, made: Made, rows: number): Promise<void> {
  const { log, table, outcome } = made;
  await database.query(`set synchronous_commit to off; set maintenance_work_mem to '512MB'`);
  await database.query(`alter table ${table} disable trigger user`);
  const indexes = await dropIndexes(database, table);
  for (let first = 1; first <= rows; first += BITE) {
    await database.query(made.insert, [tenantId, first, Math.min(rows, first + BITE - 1), rows]);
  }
  for (const definition of indexes) await database.query(definition);
  await database.query(made.terms, [tenantId]);
  await database.query(
    `insert into log_counts (tenant_id, log, slot, outcome, rows)
     select tenant_id, '${log}', date_bin('30 minutes', at, '2000-01-01Z'), ${outcome}, count(*)
     from ${table} where tenant_id = $1 and at < date_bin('30 minutes', now(), '2000-01-01Z') group by 1, 3, 4
     on conflict do nothing`,
    [tenantId],
  );
  await database.query(
    `insert into log_counted (tenant_id, log, counted_to) values ($1, '${log}', date_bin('30 minutes', now(), '2000-01-01Z'))
     on conflict (tenant_id, log) do update set counted_to = excluded.counted_to`,
    [tenantId],
  );
  await database.query(`alter table ${table} enable trigger user`);
  await database.query(`vacuum analyze ${table}`);
  await database.query('analyze log_terms; analyze log_counts');
}

/** Drops all indexes except the primary key; returns how to create them again. */
async function dropIndexes(database: pg.Client, table: string): Promise<string[]> {
  const { rows } = await database.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
     where indrelid = '${table}'::regclass and not indisprimary`,
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

/** How many of a thousand rows are of each kind: type, what it does, target, and what it changes. */
const shares: readonly [many: number, type: string, operation: string, target: string, changes: string][] = [
  [450, 'user.changed', 'update', 'user', `{"department": {"before": "A", "after": "B"}}`],
  [150, 'user.groupsChanged', 'update', 'user', `{"groups": {"before": [], "after": ["night"]}}`],
  [120, 'user.permissionsChanged', 'update', 'user', `{"permittedLicenses": {"before": [], "after": ["l"]}}`],
  [100, 'user.passwordSet', 'update', 'user', `{"password": {}}`],
  [50, 'user.deactivated', 'update', 'user', `{"status": {"before": "active", "after": "inactive"}}`],
  [50, 'user.created', 'create', 'user', `{"userId": {"after": "x"}, "department": {"after": "A"}}`],
  [30, 'user.deleted', 'delete', 'user', `{"userId": {"before": "gone"}, "department": {"before": "A"}}`],
  [48, 'device.changed', 'update', 'device', `{"description": {"before": "", "after": "x"}}`],
  [2, 'group.deleted', 'delete', 'group', `{"name": {"before": "Some group"}, "groupId": {"before": "g"}}`],
];
const upTo = shares.map((_, at) => shares.slice(0, at + 1).reduce((sum, [many]) => sum + many, 0));
const pick = (of: (share: (typeof shares)[number]) => string) =>
  `case ${shares.map((share, at) => `when n % 1000 < ${upTo[at]} then '${of(share)}'`).join(' ')} end`;

const insertOperations = `
  insert into system_operation_log (tenant_id, at, id, operation, type, action, status, operator_uuid, operator_user_id, actor_type,
    actor_id, actor_name, target_type, target_id, changes, address, request_id, error_id)
  select $1, date_trunc('milliseconds', now() - ($4::int - n) * (interval '${DAYS} days' / $4::int)), gen_random_uuid(),
    case when is_policy then 'update' when is_group then 'delete' else ${pick(([, , operation]) => operation)} end,
    case when is_policy then '${once.policy}' when is_group then 'group.deleted' when is_part then 'user.changed' else ${pick(([, type]) => type)} end,
    case when is_part then 'POST /api/auth/tenants/{tenantId}/userImports/{importId}/confirm'
      else 'PUT /api/auth/tenants/{tenantId}/' || ${pick(([, , , target]) => target)} end,
    case when n % 50 = 0 and not is_policy and not is_group then 'error' else 'success' end,
    md5('admin' || n % 20)::uuid, 'admin-' || n % 20, 'person', md5('admin' || n % 20), 'admin-' || n % 20,
    case when is_policy then 'tenant' when is_group then 'group' when is_part then 'user' else ${pick(([, , , target]) => target)} end,
    case when is_policy then $1 else coalesce(u.uuid::text, md5('t' || n % 5000)::uuid::text) end,
    (case when is_policy then '{"securityPolicy.passwordPolicy.minLength": {"before": 8, "after": 10}}'
      when is_group then '{"name": {"before": "${once.group}"}, "groupId": {"before": "harbour"}}' else ${pick((share) => share[4])} end)::jsonb,
    ('10.' || n % 7 || '.' || n % 40 || '.9')::inet,
    case when is_part then 'the-import' else gen_random_uuid()::text end,
    case when n % 50 = 0 and not is_policy and not is_group then 'forbidden' end
  from (
    select n, n = $4::int / 3 as is_policy, n = $4::int / 4 as is_group, n % 20 = 7 as is_part,
      (hashint4(n) & 2147483647) % (select count(*) from users where tenant_id = $1) as scattered
    from generate_series($2::int, $3::int) n) made
  left join (select uuid, row_number() over (order by uuid) - 1 as at from users where tenant_id = $1) u
    on u.at = made.scattered and ${pick(([, , , target]) => target)} = 'user'`;

const insertOperationTerms = `
  insert into log_terms (tenant_id, log, field, term)
  select tenant_id, 'systemOperation', 'operator', operator_user_id from system_operation_log where tenant_id = $1 group by 1, 4
  union all select tenant_id, 'systemOperation', 'address', host(address) from system_operation_log where tenant_id = $1 group by 1, 4
  union all select tenant_id, 'systemOperation', 'outcome', operation_outcome(status, operation, target_type, action)
    from system_operation_log where tenant_id = $1 group by 1, 4
  on conflict do nothing`;
