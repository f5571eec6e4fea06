import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, test } from 'vitest';
import en from '#messages/en/events.json' with { type: 'json' };
import ja from '#messages/ja/events.json' with { type: 'json' };
import { eventCatalogue, signInEvent, targetOf } from './events.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const types = Object.keys(eventCatalogue);

/** Source files below a folder, without tests. */
const sourcesOf = (folder: string) =>
  (readdirSync(join(root, folder), { recursive: true }) as string[])
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
    .map((path) => ({ path: join(folder, path), text: readFileSync(join(root, folder, path), 'utf8') }));

describe('the catalogue of events', () => {
  const sources = [...sourcesOf('contract/src'), ...sourcesOf('server/src')].filter(
    ({ path }) => path !== 'contract/src/events.ts',
  );

  it('has one text for each event, and no other texts', () => {
    expect([Object.keys(en).sort(), Object.keys(ja).sort()]).toEqual([[...types].sort(), [...types].sort()]);
  });

  it('has no event that is never written', () => {
    const all = sources.map(({ text }) => text).join('\n');
    expect(sources.length).toBeGreaterThan(700);
    // Those of users and devices are built from the name of the kind.
    const inTwoKinds = (type: string) => all.includes(`}.${type.slice(type.indexOf('.') + 1)}\``);
    const unused = types.filter(
      (type) => !type.startsWith('signIn.') && !all.includes(`'${type}'`) && !inTwoKinds(type),
    );
    expect(unused).toEqual([]);
  });
});

test.each([
  ['userId', 'success', 'signIn.succeeded'],
  ['card', 'error', 'signIn.refused'],
  ['application', 'success', 'signIn.appEntered'],
  ['reauthentication', 'error', 'signIn.proofRefused'],
])('a row of the sign-in log (%s, %s) has the type %s', (loginType, status, type) => {
  expect(signInEvent({ loginType, status })).toBe(type);
});

test('a type starts with its kind of target', () => {
  expect([targetOf('user.created'), targetOf('oauthClient.logoutRetried')]).toEqual(['user', 'oauthClient']);
});
