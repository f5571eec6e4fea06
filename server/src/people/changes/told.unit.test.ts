import { expect, it } from 'vitest';
import { toldBy } from './undo.ts';

const next = (before: string | null, after: string | null) => ({ nextLoginMailAddress: { before, after } });
const login = (before: string | null, after: string | null) => ({ loginMailAddress: { before, after } });

it.each([
  [
    'a new address is given in place of the one to sign in with',
    next(null, 'new@x.example'),
    login('old@x.example', 'new@x.example'),
  ],
  [
    'of who cannot sign in yet, of the one that waited',
    next('a@x.example', 'b@x.example'),
    login('a@x.example', 'b@x.example'),
    null,
  ],
  ['one that was confirmed since is told by that change', next(null, 'OLD@x.example'), {}],
  ['one that was given up waits again', next('a@x.example', null), next('a@x.example', null)],
  [
    'none at all takes the one that waited too',
    { ...login('old@x.example', null), ...next('a@x.example', null) },
    login('old@x.example', null),
  ],
])('%s', (_, changes, told, signsInWith: string | null = 'old@x.example') => {
  expect(toldBy(changes, signsInWith)).toEqual(told);
});

it('lists stand in the order of files; secrets are left out', () => {
  const changes = {
    groups: { before: ['Staff', 'IT'], after: [] },
    roles: { before: ['User', 'B'], after: ['User'] },
    mailAddresses: { before: ['b@x.example', 'a@x.example'], after: [] },
    password: {},
  };
  expect(toldBy(changes, null)).toEqual({
    groups: { before: ['it', 'staff'], after: [] },
    roles: { before: ['B', 'User'], after: ['User'] },
    mailAddresses: { before: ['b@x.example', 'a@x.example'], after: [] },
  });
});
