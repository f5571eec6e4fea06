import type { LoginAnswer } from '#contract/sign-in/login.ts';
import { personName } from '#contract/person-name.ts';
import { localStore } from './storage.ts';
import { localKeys } from './storage-keys.ts';

export type LoginWay = 'loginMailAddress' | 'userId';

/** An account that signed in on this device (spec section 2, "cached account"). No secrets. */
export type RememberedAccount = {
  tenantId: string;
  tenantName: string;
  userId: string;
  displayName: string;
  /** How it signed in, and by what: offered again. */
  way: LoginWay;
  credentials: string;
};

const MOST_ACCOUNTS = 8;

/**
 * The server reads this cookie to answer guest pages in the look of the tenant of the account used last: a hint that
 * decides nothing else.
 */
const LOOK_COOKIE = 'portico-look';

function keep(accounts: readonly RememberedAccount[]): void {
  localStore.write(localKeys.accounts, accounts);
  const [first] = accounts;
  const secure = location.protocol === 'https:' ? '; secure' : '';
  const life = first ? 31_536_000 : 0;
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox, and the server must see it
  document.cookie = `${LOOK_COOKIE}=${encodeURIComponent(first?.tenantId ?? '')}; path=/; max-age=${life}; samesite=lax${secure}`;
}

function isAccount(value: unknown): value is RememberedAccount {
  const fields = ['tenantId', 'tenantName', 'userId', 'displayName', 'way', 'credentials'] as const;
  return (
    typeof value === 'object' &&
    value !== null &&
    fields.every((field) => typeof (value as RememberedAccount)[field] === 'string')
  );
}

const isSame = (one: RememberedAccount, other: Pick<RememberedAccount, 'tenantId' | 'userId'>): boolean =>
  one.tenantId === other.tenantId && one.userId.toLowerCase() === other.userId.toLowerCase();

/** The accounts of this device, the last used first. */
export function rememberedAccounts(): RememberedAccount[] {
  const kept = localStore.read<unknown>(localKeys.accounts);
  return Array.isArray(kept) ? kept.filter(isAccount).slice(0, MOST_ACCOUNTS) : [];
}

/** Puts an account first among those of this device. */
export function rememberAccount(account: RememberedAccount): void {
  const others = rememberedAccounts().filter((other) => !isSame(other, account));
  keep([account, ...others].slice(0, MOST_ACCOUNTS));
}

/** Takes an account off this device; gives those left. */
export function forgetAccount(account: RememberedAccount): RememberedAccount[] {
  const left = rememberedAccounts().filter((other) => !isSame(other, account));
  keep(left);
  return left;
}

/** The account of a completed sign-in, to be remembered. */
export function accountOf(
  answer: Extract<LoginAnswer, { status: 'completed' }>,
  way: LoginWay,
  credentials: string,
  language: string,
): RememberedAccount {
  const { me, tenantId, userId } = answer;
  return {
    tenantId,
    userId,
    tenantName: me?.tenantName ?? tenantId,
    displayName: (me && personName(me, language)) || userId,
    way,
    credentials,
  };
}

/** How the person signed in last here; undefined when nobody has. */
export function rememberedWay(): LoginWay | undefined {
  const way = localStore.read<string>(localKeys.loginType);
  return way === 'loginMailAddress' || way === 'userId' ? way : undefined;
}

export function rememberWay(way: LoginWay, tenantId?: string): void {
  localStore.write(localKeys.loginType, way);
  if (way === 'userId' && tenantId) localStore.write(localKeys.tenantId, tenantId);
}

/** The tenant somebody signed in to by user ID last here. */
export function rememberedTenantId(): string {
  const tenantId = localStore.read<unknown>(localKeys.tenantId);
  return typeof tenantId === 'string' ? tenantId : '';
}
