import { createHash } from 'node:crypto';
import type { Stats } from 'node:fs';
import { chmod, chown, lstat, mkdir, mkdtemp, realpath, rm, rmdir, stat, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** The system account PostgreSQL runs as; `undefined` means this process's own. */
export type Account = { uid: number; gid: number } | undefined;

/** The directory that holds everything of one embedded PostgreSQL, and the account that owns it. */
export interface Home {
  dir: string;
  account: Account;
  /** `dir` is not where it was asked for: a link there leads to it. */
  isElsewhere: boolean;
}

/** PostgreSQL refuses to run as root; this is `nobody`, which exists without being created. */
const nobody = { uid: 65534, gid: 65534 };

/** Longest socket directory that leaves room for `/.s.PGSQL.5432` in the ~100 bytes of a socket address. */
const socketDirectoryLimit = 80;

/** Runs a file operation; a missing file is answered with `undefined`, every other error is thrown. */
export async function unlessMissing<T>(operation: Promise<T>): Promise<T | undefined> {
  return operation.catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
}

function mayPass(directory: Stats, account: { uid: number; gid: number }): boolean {
  if (directory.uid === account.uid) return (directory.mode & 0o100) !== 0;
  if (directory.gid === account.gid) return (directory.mode & 0o010) !== 0;
  return (directory.mode & 0o001) !== 0;
}

/** Whether `account` may walk down to `directory`: every directory above it must let it pass. */
export async function isReachable(directory: string, account: Account): Promise<boolean> {
  if (!account) return true;
  for (let at = await realpath(directory); ; at = dirname(at)) {
    if (!mayPass(await stat(at), account)) return false;
    if (at === dirname(at)) return true;
  }
}

async function createHome(link: string, account: Account): Promise<void> {
  const above = dirname(link);
  await mkdir(above, { recursive: true });
  if (account && !mayPass(await stat(above), account)) await chmod(above, ((await stat(above)).mode & 0o777) | 0o011);
  if (account && !(await isReachable(above, account))) {
    // A checkout below /root: no other account may enter, so the cluster goes where it may and a link leads there.
    const elsewhere = await mkdtemp('/var/lib/portico-');
    await chown(elsewhere, account.uid, account.gid);
    await rmdir(link).catch(() => {});
    await symlink(elsewhere, link).catch(() => rm(elsewhere, { recursive: true }));
    return;
  }
  await mkdir(link, { recursive: true });
  await chmod(link, 0o700);
  if (account) await chown(link, account.uid, account.gid);
}

/**
 * Finds or makes the data directory, mode 0700. Started by root it belongs to uid 65534 (or to whoever owned it
 * before); where that account cannot reach it, it is a link to a directory below /var/lib.
 */
export async function prepareHome(dataDir: string): Promise<Home> {
  const found = await unlessMissing(stat(dataDir));
  const isRoot = process.getuid?.() === 0;
  const owner = found && found.uid !== 0 ? { uid: found.uid, gid: found.gid } : nobody;
  const account = isRoot ? owner : undefined;
  if (!found || (account && found.uid === 0)) await createHome(dataDir, account);
  const isElsewhere = (await lstat(dataDir)).isSymbolicLink();
  return { dir: await realpath(dataDir), account, isElsewhere };
}

/** The directory of the Unix socket: short, private, the same for every start of the same home. */
export async function socketDirectory(home: Home): Promise<string> {
  const name = `portico-${createHash('sha256').update(home.dir).digest('hex').slice(0, 12)}`;
  const preferred = tmpdir();
  const fits = preferred.length + name.length < socketDirectoryLimit && (await isReachable(preferred, home.account));
  return join(fits ? preferred : '/tmp', name);
}

/** Makes the socket directory; refuses one that somebody else put there. */
export async function makeSocketDirectory(directory: string, account: Account): Promise<void> {
  const made = await mkdir(directory, { mode: 0o700 }).then(
    () => true,
    () => false,
  );
  if (made && account) await chown(directory, account.uid, account.gid);
  const found = await lstat(directory);
  const uid = account?.uid ?? process.getuid?.();
  if (!found.isDirectory() || found.uid !== uid) throw new Error(`${directory} belongs to somebody else: remove it`);
  await chmod(directory, 0o700);
}
