import { createHash } from 'node:crypto';
import { lchownSync, lstatSync, readdirSync, type Stats } from 'node:fs';
import { chmod, chown, lstat, mkdir, mkdtemp, readFile, realpath, rmdir, stat, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** The system account something runs as; `undefined` means this process's own. */
export type Account = { uid: number; gid: number } | undefined;

/** The directory that holds everything of one embedded PostgreSQL, and the account that owns it. */
export interface Home {
  dir: string;
  account: Account;
  /** Who makes a cluster for `account`: `initdb` runs only under an account that has a name. */
  maker: Account;
  /** `dir` is not where it was asked for: a link there leads to it. */
  isElsewhere: boolean;
}

/** Exists everywhere without being created; whatever else runs as `nobody` may do what it may. */
const nobody = { uid: 65534, gid: 65534 };

/**
 * PostgreSQL refuses to run as root, so it runs under a number that belongs to nobody else: neither systemd nor a
 * distribution gives these to anybody, and containers have them too.
 */
const unusedUids = Array.from({ length: 14 }, (_, n) => 65520 + n);

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

async function ownAccount(): Promise<{ uid: number; gid: number }> {
  const accounts = (await unlessMissing(readFile('/etc/passwd', 'utf8'))) ?? '';
  const taken = new Set(accounts.split('\n').map((line) => Number(line.split(':')[2])));
  const uid = unusedUids.find((number) => !taken.has(number)) ?? nobody.uid;
  return { uid, gid: uid };
}

async function createHome(link: string, account: Account): Promise<void> {
  const above = dirname(link);
  await mkdir(above, { recursive: true });
  if (account && !mayPass(await stat(above), account)) await chmod(above, ((await stat(above)).mode & 0o777) | 0o011);
  if (account && !(await isReachable(above, account))) {
    // A checkout below /root: no other account may enter, so the cluster goes where it may and a link leads there.
    const elsewhere = await mkdtemp('/var/lib/portico-');
    await rmdir(link).catch(() => {});
    await symlink(elsewhere, link).catch(() => rmdir(elsewhere));
    return;
  }
  await mkdir(link, { recursive: true });
  await chmod(link, 0o700);
}

/**
 * Finds or makes the data directory. Started by root it belongs to an account of its own (or to whoever owned it
 * before), and `nobody` may pass, who makes the cluster; else it is private. Where that account cannot reach it, it is a
 * link to a directory below /var/lib. One of before that is `nobody`'s is taken from there.
 */
export async function prepareHome(dataDir: string): Promise<Home> {
  const found = await unlessMissing(stat(dataDir));
  const isRoot = process.getuid?.() === 0;
  const isOwned = found && found.uid !== 0 && found.uid !== nobody.uid;
  const account = isRoot ? (isOwned ? { uid: found.uid, gid: found.gid } : await ownAccount()) : undefined;
  if (!found || (account && found.uid === 0)) await createHome(dataDir, account);
  const isElsewhere = (await lstat(dataDir)).isSymbolicLink();
  const dir = await realpath(dataDir);
  const hasName = !account || !unusedUids.includes(account.uid);
  if (account) await chown(dir, account.uid, account.gid);
  if (!hasName) await chmod(dir, 0o711);
  return { dir, account, maker: hasName ? account : nobody, isElsewhere };
}

/**
 * Gives a file, or a directory with everything in it, to an account. From the top down: what was handed over already
 * leads nobody of before anywhere else. In one go: file by file through the thread pool, a start took seconds for it.
 */
export function giveTo(path: string, account: NonNullable<Account>): void {
  lchownSync(path, account.uid, account.gid);
  // Looked at only now: until it was handed over, it could be exchanged for a link.
  if (!lstatSync(path).isDirectory()) return;
  for (const name of readdirSync(path)) {
    try {
      giveTo(join(path, name), account);
    } catch (error) {
      // What is gone meanwhile is a file of a server that another process has just started.
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  }
}

/** The directory of the Unix socket: short, private, the same for every start of the same home and account. */
export async function socketDirectory(home: Home): Promise<string> {
  const key = `${home.account?.uid ?? ''}${home.dir}`;
  const name = `portico-${createHash('sha256').update(key).digest('hex').slice(0, 12)}`;
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
