import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { TestKey } from '../saml.ts';

/** Debian's Python, which has Debian's packages. */
const PYTHON = '/usr/bin/python3';

/** The packages to install; null if they are. */
export const missing = (): string | null =>
  spawnSync(PYTHON, ['-c', 'import saml2']).status === 0 && spawnSync('/usr/bin/xmlsec1', ['--version']).status === 0
    ? null
    : 'python3-pysaml2 xmlsec1';

export interface Pysaml2 {
  /** Asks for an act of `pysaml2.py`. */
  ask(act: string, given: Record<string, unknown>): Promise<Record<string, unknown>>;
  /** Files of a key, as pysaml2 wants them. */
  filesOf(key: Pick<TestKey, 'privatePem' | 'certificate'>): { keyFile: string; certFile: string };
  close(): void;
}

export function startPysaml2(): Pysaml2 {
  const child = spawn(PYTHON, [fileURLToPath(new URL('pysaml2.py', import.meta.url))], {
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const directory = mkdtempSync(join(tmpdir(), 'portico-pysaml2-'));
  const waiting: ((line: string) => void)[] = [];
  createInterface({ input: child.stdout }).on('line', (line) => waiting.shift()?.(line));
  let files = 0;
  return {
    ask: async (act, given) => {
      const said = new Promise<string>((done) => waiting.push(done));
      child.stdin.write(`${JSON.stringify({ act, ...given })}\n`);
      const answer = JSON.parse(await said);
      if (answer.error) throw new Error(answer.error);
      return answer;
    },
    filesOf: ({ privatePem, certificate }) => {
      files += 1;
      const [keyFile, certFile] = [join(directory, `${files}.key`), join(directory, `${files}.pem`)];
      writeFileSync(keyFile, privatePem);
      writeFileSync(certFile, certificate);
      return { keyFile, certFile };
    },
    close: () => {
      child.kill();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
