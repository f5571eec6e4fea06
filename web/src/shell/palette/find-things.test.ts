import { expect, test, vi } from 'vitest';
import ui from '#messages/en/ui.json' with { type: 'json' };
import { createTranslate } from '../../i18n/translate.ts';
import { findThings } from './find-things.ts';

let usersFail = false;

vi.mock('../../api/call.ts', () => ({
  call: async ({ path }: { path: string }) => {
    if (path.endsWith('/groups')) return { results: [{ uuid: 'g1', groupId: 'new-hires', name: 'New hires' }] };
    if (path.endsWith('/devices'))
      return { results: [{ deviceId: 'new-1', serialId: 'E 1', description: 'New hall' }] };
    if (usersFail) throw new Error('down');
    return { results: [{ userId: 'New', familyName: 'Sato', givenName: 'Nao' }] };
  },
}));

const find = findThings('demo', createTranslate('en', { ui }), 'en');

test('users, groups and devices are found, each with the way to its page', async () => {
  expect(await find('new', new AbortController().signal)).toEqual([
    { path: '/portal/users/~New', label: 'Nao Sato', kind: 'User New' },
    { path: '/portal/groups/g1', label: 'New hires', kind: 'Group new-hires' },
    { path: '/portal/devices/new-1', label: 'New hall', kind: 'Device new-1' },
  ]);
});

test('what cannot be asked hides none of the others', async () => {
  usersFail = true;
  const found = await find('new', new AbortController().signal);
  expect(found.map(({ label }) => label)).toEqual(['New hires', 'New hall']);
});
