import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { freePort } from '#test/free-port.ts';
import { makeScratchDirectory } from '#test/scratch-directory.ts';
import { type Sleeper, sleepUntilUsed } from './on-first-use.ts';

let scratch: Awaited<ReturnType<typeof makeScratchDirectory>>;
let sleeper: Sleeper | undefined;
beforeEach(async () => {
  scratch = await makeScratchDirectory('portico-first-use-');
});
afterEach(async () => {
  await sleeper?.close();
  await scratch.remove();
});

/** Notes that it ran, and answers with what it was given and its environment. */
const SCRIPT = `
import { createServer } from 'node:http';
import { writeFileSync } from 'node:fs';
process.once('disconnect', () => process.exit());
process.once('message', ({ note, word, fails }) => {
  writeFileSync(note, '');
  if (fails) process.exit(3);
  const server = createServer((request, reply) => {
    if (request.url === '/end') process.exit();
    reply.end(word + (process.env.MASTER_KEY ?? ''));
  });
  server.listen(0, '127.0.0.1', () => process.send({ ports: [server.address().port] }));
});`;

async function sleep(given: object) {
  const [script, note] = [join(scratch.path, 'peer.mjs'), join(scratch.path, 'note')];
  await writeFile(script, SCRIPT);
  const port = await freePort();
  const failures: unknown[] = [];
  const told = async () => ({ note, ...given });
  sleeper = await sleepUntilUsed([port], pathToFileURL(script), told, (error) => failures.push(error));
  return { port, failures, hasRun: () => existsSync(note), url: `http://127.0.0.1:${port}` };
}

it('starts the process when somebody connects, not before, and again when it has ended', async () => {
  process.env.MASTER_KEY = 'secret';
  const { url, hasRun } = await sleep({ word: 'hello' });
  expect(hasRun()).toBe(false);
  const both = await Promise.all([fetch(url), fetch(url)].map(async (answer) => (await answer).text()));
  expect(both).toEqual(['hello', 'hello']);
  await expect(fetch(`${url}/end`)).rejects.toThrow();
  await expect.poll(() => fetch(url).then((answer) => answer.text(), String)).toBe('hello');
  delete process.env.MASTER_KEY;
});

it('says what failed, and hangs up', async () => {
  const { url, failures } = await sleep({ fails: true });
  await expect(fetch(url)).rejects.toThrow();
  expect(String(failures[0])).toContain('ended with 3');
});

it('refuses a port that is taken, and lets go of the others', async () => {
  const [free, taken] = [await freePort(), await freePort()];
  const other = createServer().listen(taken, '127.0.0.1');
  const script = pathToFileURL(join(scratch.path, 'none.mjs'));
  const asked = sleepUntilUsed(
    [free, taken],
    script,
    async () => ({}),
    () => {},
  );
  await expect(asked).rejects.toMatchObject({ code: 'EADDRINUSE' });
  const again = createServer();
  await new Promise<void>((done) => again.listen(free, '127.0.0.1', done));
  again.close();
  other.close();
});
