import { writeFile } from 'node:fs/promises';
import { textIn } from '#messages/catalog.ts';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startCommandLine } from '#test/command-line.ts';
import { makeScratchDirectory } from '#test/scratch-directory.ts';

/** `portico device import`: what is wrong is named by its line, and no first secret is lost. */

let { database, portico } = {} as Awaited<ReturnType<typeof startCommandLine>>;
let scratch: Awaited<ReturnType<typeof makeScratchDirectory>>;
let file: string;

beforeAll(async () => {
  ({ database, portico } = await startCommandLine());
  scratch = await makeScratchDirectory('portico-devices-');
  file = join(scratch.path, 'devices.csv');
  expect((await portico('tenant', 'create', 'things', '--name', 'Things')).code).toBe(0);
});
afterAll(async () => {
  await scratch.remove();
  await database.drop();
});

const meters = (count: number) => Array.from({ length: count }, (_, n) => `S${n},PowerMeter`);
const imports = async (lines: readonly string[], ...options: string[]) => {
  await writeFile(file, ['serialId,deviceType', ...lines, ''].join('\n'));
  return portico('device', 'import', 'things', file, ...options);
};
const registered = async () =>
  JSON.parse((await portico('device', 'list', 'things', '--count', '500', '--json')).out).length;

const say = textIn('en');

describe('a file', () => {
  let lines: string[];
  beforeEach(() => {
    lines = meters(1500);
  });

  it('with something wrong, wherever it is, registers nothing', async () => {
    const wrong: [string, number, string][] = [
      ['S1400,PowerMetre', 2, `file line 1402 device-type: ${say('errors.invalid_params')}`],
      ['has space,PowerMeter', 2, `file line 1402 device-id: ${say('errors.invalid_params')}`],
      [',PowerMeter', 2, `file line 1402 serial-id: ${say('errors.invalid_params')}`],
      ['s7,PowerMeter', 1, `file line 1402 device-id: ${say('errors.duplicated_in_file')}`],
    ];
    for (const [line, code, words] of wrong) {
      lines[1400] = line;
      expect(await imports(lines)).toMatchObject({ code, out: '', err: expect.stringContaining(words) });
    }
    // Lines are those an editor counts, empty ones too.
    const gaps = await imports(['', 'S0,PowerMeter', '', 'S1,Toaster'], '--json');
    expect(JSON.parse(gaps.err)).toMatchObject([{ message_id: 'invalid_params', field: 'file line 5 deviceType' }]);
    expect(await registered()).toBe(0);
  });

  it('shows the secrets of those it registered, though a later one meets another device', async () => {
    expect((await portico('device', 'register', 'things', 'T9', 'PfuScanner', '--device', 'S1400')).code).toBe(0);
    const met = await imports(lines);
    expect(met).toMatchObject({ code: 1, err: expect.stringContaining('file line 1402 device-id: This device ID is') });
    const secrets = new Set(met.out.match(/things\.[\w-]{65}/g));
    expect(secrets.size).toBe(1000);
    expect(met.out).toMatch(/^S999 +things\./m);
    expect((await portico('device', 'remove', 'things', 'S1400')).code).toBe(0);
    // Sent again, it goes on; each thousand is a document of its own.
    const rest = (await imports(lines, '--json')).out.split(/(?<=^\})\n/m).filter((part) => part.trim() !== '');
    expect(rest.map((part) => JSON.parse(part))).toMatchObject([
      { registered: 0, unchanged: 1000 },
      { registered: 500, unchanged: 0, enrolments: expect.objectContaining({ length: 500 }) },
    ]);
    expect(JSON.parse((await imports([], '--json')).out)).toEqual({ registered: 0, unchanged: 0 });
  });
});
