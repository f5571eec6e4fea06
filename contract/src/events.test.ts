import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, test } from 'vitest';
import en from '#messages/en/events.json' with { type: 'json' };
import ja from '#messages/ja/events.json' with { type: 'json' };
import { eventCatalogue, signInEvent, targetOf } from './events.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const types = Object.keys(eventCatalogue);

/** The sources below a folder, tests left out. */
const sourcesOf = (folder: string) =>
  (readdirSync(join(root, folder), { recursive: true }) as string[])
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
    .map((path) => ({ path: join(folder, path), text: readFileSync(join(root, folder, path), 'utf8') }));

describe('the catalogue of events', () => {
  const sources = [...sourcesOf('contract/src'), ...sourcesOf('server/src')].filter(
    ({ path }) => path !== 'contract/src/events.ts',
  );

  it('has a text for each, and for nothing else', () => {
    expect([Object.keys(en).sort(), Object.keys(ja).sort()]).toEqual([[...types].sort(), [...types].sort()]);
  });

  it('has none that is never written', () => {
    const all = sources.map(({ text }) => text).join('\n');
    expect(sources.length).toBeGreaterThan(700);
    // A user’s and a device’s are written alike, by the name of the kind.
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
])('a row of the login log (%s, %s) is of the type %s', (loginType, status, type) => {
  expect(signInEvent({ loginType, status })).toBe(type);
});

test('a type names what it is about', () => {
  expect([targetOf('user.created'), targetOf('oauthClient.logoutRetried')]).toEqual(['user', 'oauthClient']);
});
