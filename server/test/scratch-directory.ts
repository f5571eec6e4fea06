import { spawn } from 'node:child_process';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Waits until its input ends, which happens however this process ends, and then cleans up. */
const clearUp = `cat > /dev/null
pid=$(head -n 1 "$0/postgres/cluster/postmaster.pid" 2> /dev/null) && kill -INT "$pid"
for turn in 1 2 3 4 5; do rm -rf "$0" && break; sleep 1; done`;

/**
 * A temporary data directory. `remove` deletes it; so does a Ctrl-C or a kill of the tests, which also ends the
 * PostgreSQL that runs there.
 */
export async function makeScratchDirectory(
  prefix: string,
  parent = tmpdir(),
): Promise<{ path: string; remove(): Promise<void> }> {
  const path = await mkdtemp(join(parent, prefix));
  const guard = spawn('sh', ['-c', clearUp, path], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] });
  const done = new Promise<void>((resolve) => guard.once('close', () => resolve()));
  return {
    path,
    remove() {
      guard.stdin.end();
      return done;
    },
  };
}
