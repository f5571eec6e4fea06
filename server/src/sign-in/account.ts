import { isPasswordOpen } from '#contract/sign-in/login-ways.ts';
import { type SecurityPolicy, securityPolicy } from '#contract/security-policy.ts';
import { named, together } from '../platform/db/ask.ts';
import type { Tx } from '../platform/db/transaction.ts';
import type { Door } from './failures.ts';
import type { DoorFacts, ResetFacts, SignInFacts } from './may.ts';

interface AccountRow {
  tenant_id: string;
  tenant_name: string;
  tenant_status: 'active' | 'suspended';
  security_policy: Record<string, unknown>;
  uuid: string;
  user_id: string;
  status: 'registering' | 'active' | 'inactive' | 'locked';
  roles: string[];
  source: string;
  locked_until: Date | null;
  failed_count: number;
  failed_since: Date | null;
  failed_streak: number;
  default_login: boolean;
  password_hash: string | null;
  password_changed_at: Date | null;
  must_change: boolean | null;
  one_time_until: Date | null;
  /** -Infinity if never. */
  signed_out_at: Date | number;
  /** Until when browsers unknown to the account are refused. */
  unknown_until: Date | number | null;
  unknown_streak: number | null;
  /** Null: no row in `sign_in_guards` yet. */
  told_browsers: string[] | null;
  known_since: Date | null;
}

/** An account during sign-in at the pages. */
export interface Account extends Omit<AccountRow, 'security_policy'> {
  policy: SecurityPolicy;
}

/** UUID used in place of an unknown account, so that timing is equal. */
export const NOBODY = '00000000-0000-0000-0000-000000000000';

const toAccount = (row: AccountRow | undefined): Account | null => {
  if (!row) return null;
  const { security_policy, ...rest } = row;
  return { ...rest, policy: securityPolicy.parse(security_policy) };
};

/** Accounts `u` with their tenant `t` and password `p`. */
const accounts = (tx: Tx) =>
  tx
    .selectFrom('users as u')
    .innerJoin('tenants as t', 't.tenant_id', 'u.tenant_id')
    .leftJoin('user_passwords as p', (join) =>
      join.onRef('p.tenant_id', '=', 'u.tenant_id').onRef('p.user_uuid', '=', 'u.uuid'),
    )
    .leftJoin('sign_in_guards as g', (join) =>
      join.onRef('g.tenant_id', '=', 'u.tenant_id').onRef('g.uuid', '=', 'u.uuid'),
    )
    .select(['g.unknown_until', 'g.unknown_streak', 'g.told_browsers', 'g.known_since'])
    .select([
      'u.tenant_id',
      't.name as tenant_name',
      't.status as tenant_status',
      't.security_policy',
      'u.uuid',
      'u.user_id',
      'u.status',
      'u.roles',
      'u.source',
      'u.locked_until',
      'u.failed_count',
      'u.failed_since',
      'u.failed_streak',
      'u.default_login',
      'u.signed_out_at',
      'p.password_hash',
      'p.changed_at as password_changed_at',
      'p.must_change',
      'p.one_time_until',
    ]);

const columnOf = { userId: 'u.user_id_key', loginMailAddress: 'u.login_mail_address_key', uuid: 'u.uuid' } as const;

/** Finds an account by user ID or address (in lower case), or by uuid. Takes no lock. */
export async function findAccount(tx: Tx, by: keyof typeof columnOf, value: string): Promise<Account | null> {
  return toAccount(await accounts(tx).where(columnOf[by], '=', value).executeTakeFirst());
}

/**
 * Locks an account and reads it, so that decisions about it are made one after the other until the transaction ends.
 */
export async function holdAccount(tx: Tx, uuid: string): Promise<Account | null> {
  const held = tx.selectFrom('users').select('uuid').where('uuid', '=', uuid).forUpdate();
  const account = accounts(tx).where('u.uuid', '=', uuid);
  const [, [row]] = await together(tx, named('hold_account', held), named('read_account', account));
  return toAccount(row);
}

const isAgent = ({ user_id }: { user_id: string }) => user_id.startsWith('agent:');

type AtTheDoor = Pick<Account, 'tenant_status' | 'status' | 'user_id' | 'locked_until' | 'failed_streak'> &
  Partial<Record<'unknown_until' | 'device_until', Date | number | null>>;

/** The facts `may` needs to decide a sign-in. Known browsers are blocked only by the lock of the account itself. */
export const doorFacts = (account: AtTheDoor, door: Door, now: Date): DoorFacts => ({
  now,
  tenantActive: account.tenant_status === 'active',
  status: account.status,
  lockedUntil: account.locked_until,
  agent: isAgent(account),
  failedStreak: account.failed_streak,
  closedUntil: door === 'known' ? null : (account[`${door}_until`] ?? null),
});

/** How users identify themselves at the pages. */
export type Way = 'loginMailAddress' | 'userId';

/** Whether a password signs in an account that is identified this way. */
export const isWayOffered = ({ policy, roles }: Pick<Account, 'policy' | 'roles'>, way: Way): boolean =>
  isPasswordOpen(policy.loginPolicy, roles) &&
  (policy.loginPolicy.siteLoginType === 'all' || policy.loginPolicy.siteLoginType === way);

/** The facts `may` needs about an account whose password matches, if one of these ways is taken. */
export const passwordFacts = (
  account: AtTheDoor & Pick<Account, 'one_time_until' | 'policy' | 'roles'>,
  { door, ways, now }: { door: Door; ways: readonly Way[]; now: Date },
): SignInFacts => ({
  ...doorFacts(account, door, now),
  oneTimeUntil: account.one_time_until,
  wayOffered: ways.some((way) => isWayOffered(account, way)),
  proofMatches: true,
  mayBeChosen: true,
});

/** The facts `may` needs about an account whose password was forgotten. */
export interface ResetRow
  extends Pick<
    AccountRow,
    'tenant_status' | 'security_policy' | 'status' | 'locked_until' | 'user_id' | 'source' | 'roles'
  > {
  has_password: boolean;
}

const signsInByPassword = ({ security_policy, roles }: ResetRow) =>
  isPasswordOpen(securityPolicy.parse(security_policy).loginPolicy, roles);

export const resetFacts = (row: ResetRow, now: Date): ResetFacts => ({
  now,
  tenantActive: row.tenant_status === 'active',
  status: row.status,
  lockedUntil: row.locked_until,
  agent: isAgent(row),
  mayHavePassword: (row.source === 'local' || row.has_password) && signsInByPassword(row),
});
