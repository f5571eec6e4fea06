import { createHash } from 'node:crypto';
import { lchownSync, lstatSync, readdirSync, type Stats } from 'node:fs';
import { chmod, chown, lstat, mkdir, mkdtemp, readFile, realpath, rmdir, stat, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** A system account; `undefined` means this process's own. */
export type Account = { uid: number; gid: number } | undefined;

/** The directory that holds everything of one embedded PostgreSQL, and its owner. */
export interface Home {
  dir: string;
  account: Account;
  /** The account that creates a cluster for `account`: `initdb` refuses accounts without a name. */
  maker: Account;
  /** `dir` is not the requested path, which is a link to it. */
  isElsewhere: boolean;
}

/** Exists on every system; but other programs that run as `nobody` would share its access. */
const nobody = { uid: 65534, gid: 65534 };

/**
 * PostgreSQL refuses to run as root, so it runs under an unused number: neither systemd nor any distribution assigns
 * these, and they exist in containers too.
 */
const unusedUids = Array.from({ length: 14 }, (_, n) => 65520 + n);

/** Longest path of the socket directory that leaves room for `/.s.PGSQL.5432` in the ~100 bytes of a socket address. */
const socketDirectoryLimit = 80;

/** Runs a file operation; returns `undefined` for a missing file and throws every other error. */
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

/** Whether `account` can reach `directory`: every parent directory must be searchable for it. */
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
    // A checkout below /root: other accounts cannot enter it, so the cluster is placed elsewhere and linked.
    const elsewhere = await mkdtemp('/var/lib/portico-');
    await rmdir(link).catch(() => {});
    await symlink(elsewhere, link).catch(() => rmdir(elsewhere));
    return;
  }
  await mkdir(link, { recursive: true });
  await chmod(link, 0o700);
}

/**
 * Finds or creates the data directory. Started by root, it belongs to an account of its own (or to its previous owner),
 * and `nobody`, who creates the cluster, may enter; otherwise it is private. If that account cannot reach it, it
 * becomes a link to a directory below /var/lib. An older one that belongs to `nobody` is taken over.
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
 * Changes the owner of a file, or of a directory with its contents. Top down: once a directory is handed over, its
 * previous owner can no longer redirect what is in it. Synchronously: through the thread pool, file by file, a start
 * took seconds longer.
 */
export function giveTo(path: string, account: NonNullable<Account>): void {
  lchownSync(path, account.uid, account.gid);
  // Checked only now: before the change of owner it could be replaced by a link.
  if (!lstatSync(path).isDirectory()) return;
  for (const name of readdirSync(path)) {
    try {
      giveTo(join(path, name), account);
    } catch (error) {
      // The file disappeared: it belonged to a server that another process has just started.
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  }
}

/** Directory of the Unix socket: short, private, and the same for every start of the same home and account. */
export async function socketDirectory(home: Home): Promise<string> {
  const key = `${home.account?.uid ?? ''}${home.dir}`;
  const name = `portico-${createHash('sha256').update(key).digest('hex').slice(0, 12)}`;
  const preferred = tmpdir();
  const fits = preferred.length + name.length < socketDirectoryLimit && (await isReachable(preferred, home.account));
  return join(fits ? preferred : '/tmp', name);
}

/** Creates the socket directory; refuses one that belongs to another user. */
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
