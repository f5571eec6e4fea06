import { isAdministrator } from '#contract/roles.ts';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, test } from 'vitest';
import type { User } from '#contract/people/users-fields.ts';
import { checkPasswordPolicy } from '#contract/password.ts';
import history from '#messages/en/history.json' with { type: 'json' };
import users from '#messages/en/users.json' with { type: 'json' };
import common from '#messages/en/common.json' with { type: 'json' };
import ui from '#messages/en/ui.json' with { type: 'json' };
import { meQuery } from '../../base/session-queries.ts';
import { itemWords } from '../../base/history/item-words.ts';
import { userHistory } from '../../base/history/user-words.ts';
import { changeLines } from '../../base/history/words.ts';
import { createTranslate } from '../../i18n/translate.ts';
import { createTextStore } from '../../i18n/texts.ts';
import { TextsProvider } from '../../i18n/use-t.tsx';
import type { ListSelection } from '../../ui/list/list-types.ts';
import { renderInPortal } from '../../../test/render.tsx';
import { addressOfUser, idOfAddress } from '../../base/thing-address.ts';
import { toggledRoles } from './administrator.ts';
import { affectedBy, bulkBody, mustBeCounted, targetOf, tooMany, undoBody } from './bulk.ts';
import { actsFor } from './detail/acts.ts';
import { bodyOf, changedFields } from '../../base/editing/editing.ts';
import { type Draft, draftOf, isValid, undoOf, userForm } from './detail/draft.ts';
import { readUserPageSearch } from './detail/page-search.ts';
import { isAccountNumber, roomFor } from './detail/device/account-room.ts';
import { isSound, itemNameMistake, namesOf, propertiesOf } from './item-names/draft.ts';
import { Filters } from './list/Filters.tsx';
import {
  userAddress,
  conditionOf,
  countFilters,
  searchBody,
  type UserSearch,
  withoutCondition,
} from './list/list-search.ts';
import { emptyForm, isComplete, newUserBody } from './new/form.ts';
import { makePassword } from './new/make-password.ts';

const texts = createTextStore('en', { common, history, ui, users });
const t = createTranslate('en', { common, history, ui, users });

const uuid = '0193f7c2-5d1e-7a44-8000-00000000000a';

describe('the address of the list', () => {
  test.each([
    [{}, {}],
    [{ keyword: ' sato ', count: 20, sort: 'userId', order: 'ascending', page: 1 }, { keyword: 'sato' }],
    [
      { keyword: 123, userId: true },
      { keyword: '123', userId: 'true' },
    ],
    [{ keyword: ['a'], names: { a: 1 }, department: null }, {}],
    [{ keyword: 'k'.repeat(300) }, { keyword: 'k'.repeat(256) }],
    [{ status: 'locked,active,gone,active', source: 'drop' }, { status: 'active,locked' }],
    [{ role: 'Root', mfa: 'maybe', idle: 0, sort: 'password', order: 'up', count: 7 }, {}],
    [
      { role: 'PowerUser', mfa: 'off', idle: '90', sort: 'loginedAt', order: 'descending', count: '100' },
      { role: 'PowerUser', mfa: 'off', idle: 90, sort: 'loginedAt', order: 'descending', count: 100 },
    ],
    [{ group: 'sales' }, {}],
    [{ group: uuid }, { group: uuid }],
    [{ cursor: 'a b' }, {}],
    [{ cursor: 'abc_-1', page: '3' }, { page: 3 }],
    [{ cursor: 'abc_-1', page: 1.5 }, { cursor: 'abc_-1' }],
  ])('%j', (search, read) => {
    expect(userAddress.read(search)).toEqual(read);
    expect(userAddress.read(userAddress.read(search))).toEqual(read);
  });

  test('a filter, an order or a page size begins at the first page', () => {
    const deep: UserSearch = { keyword: 'a', cursor: 'xyz', count: 50 };
    expect(userAddress.changed(deep, { department: 'Sales' })).toEqual({
      keyword: 'a',
      department: 'Sales',
      count: 50,
    });
    expect(userAddress.changed({ keyword: 'a', page: 4 }, { sort: 'name' })).toEqual({ keyword: 'a', sort: 'name' });
    expect(userAddress.changed(deep, { cursor: 'next' })).toEqual({ ...deep, cursor: 'next' });
    expect(userAddress.changed(deep, { cursor: undefined, page: 9 })).toEqual({ keyword: 'a', count: 50, page: 9 });
    expect(userAddress.changed(deep, { keyword: '' })).toEqual({ count: 50 });
    expect(withoutCondition({ ...deep, sort: 'name', mfa: 'on' })).toEqual({ count: 50, sort: 'name' });
  });

  test('what the server is asked', () => {
    const search = userAddress.read({
      keyword: 'a\\b*',
      status: 'active,locked',
      mfa: 'off',
      idle: 30,
      page: 7,
      passwordAge: 76,
    });
    expect(searchBody(search)).toEqual({
      condition: {
        keyword: 'a\\\\b*',
        status: ['active', 'locked'],
        mfa: false,
        lastSignInOlderThanDays: 30,
        passwordOlderThanDays: 76,
      },
      sort: 'userId',
      order: 'ascending',
      count: 20,
      page: 7,
    });
    expect(conditionOf({ group: uuid })).toEqual({ group: { uuid, members: 'all' } });
    expect(searchBody({ cursor: 'c' })).toMatchObject({ condition: {}, cursor: 'c' });
    expect(countFilters(search)).toBe(4);
  });

  test('a user called "new" does not hide behind the page that adds one', () => {
    for (const id of ['new', 'NEW', 'newton', 'import', 'Export', 'item-names', 'agent:new', 'a.b'])
      expect(idOfAddress(addressOfUser(id))).toBe(id);
    expect(addressOfUser('New')).not.toBe('New');
    expect(addressOfUser('bulk')).toBe('~bulk');
    expect(addressOfUser('taro')).toBe('taro');
  });

  test.each([
    [
      { tab: 'history', cursor: 'a.b' },
      { tab: 'history', cursor: 'a.b' },
    ],
    [{ tab: 'roles', cursor: 'a.b' }, { tab: 'roles' }],
    [{ tab: 'profile' }, {}],
    [{ tab: 'secrets' }, {}],
  ])('a user’s page: %j', (search, read) => {
    expect(readUserPageSearch(search)).toEqual(read);
  });
});

describe('acts on many', () => {
  const some: ListSelection = { all: false, ids: new Set(['a', 'b']) };
  const all: ListSelection = { all: true, ids: new Set() };
  const condition = conditionOf({ department: 'Sales' });

  test('those named, whatever matches', () => {
    const target = targetOf(some, condition, 500);
    expect(affectedBy(target)).toBe(2);
    expect(bulkBody('delete', target)).toEqual({ action: 'delete', userIds: ['a', 'b'] });
  });

  test('all that match, with the number that was shown', () => {
    const target = targetOf(all, condition, 412);
    expect(affectedBy(target)).toBe(412);
    expect(bulkBody('deactivate', target)).toEqual({
      action: 'deactivate',
      condition: { department: 'Sales' },
      expectedCount: 412,
    });
    expect(bulkBody('delete', target)).toMatchObject({ expectedCount: 412, confirmCount: 412 });
    expect(bulkBody('delete', targetOf(all, condition, 100))).not.toHaveProperty('confirmCount');
  });

  test.each([
    [targetOf(all, condition, 1_000_000), undefined],
    [targetOf(all, condition, 1_000_001), { most: 1_000_000 }],
    [targetOf({ all: false, ids: new Set(Array.from({ length: 1000 }, (_, at) => `u${at}`)) }, {}, 0), undefined],
    [targetOf({ all: false, ids: new Set(Array.from({ length: 1001 }, (_, at) => `u${at}`)) }, {}, 0), { most: 1000 }],
  ])('no more at once than the server takes', (target, limit) => {
    expect(tooMany(target)).toEqual(limit);
  });

  test('undone only where everybody named was changed', () => {
    const whole = { changed: 2, unchanged: 0, failed: 0 };
    const body = bulkBody('deactivate', targetOf(some, {}, 9));
    expect(undoBody(body, whole)).toEqual({ action: 'activate', userIds: ['a', 'b'] });
    expect(undoBody(body, { ...whole, unchanged: 1 })).toBeUndefined();
    expect(undoBody(body, { ...whole, failed: 1 })).toBeUndefined();
    expect(undoBody(bulkBody('delete', targetOf(some, {}, 9)), whole)).toBeUndefined();
    expect(undoBody(bulkBody('deactivate', targetOf(all, condition, 2)), whole)).toBeUndefined();
  });
});

test('what may be an estimate is counted before anybody is asked', () => {
  const all = { all: true, ids: new Set<string>() };
  const those = { all: false, ids: new Set(['a']) };
  expect([10_000, 10_001].map((total) => mustBeCounted(targetOf(all, {}, total)))).toEqual([false, true]);
  expect(mustBeCounted(targetOf(those, {}, 500_000))).toBe(false);
});

describe('one user', () => {
  const user = {
    uuid: 'u1',
    userId: 'naoko',
    source: 'local',
    status: 'active',
    familyName: 'Sato',
    givenName: 'Naoko',
    department: 'IT',
    location: '',
    description: 'line 1\nline 2',
    locale: null,
    timezone: null,
    loginMailAddress: 'n@example.com',
    nextLoginMailAddress: null,
    mailAddresses: ['x@example.com'],
    extensionAttributes: { extensionAttribute2: 'E-77' },
    roles: ['PowerUser'],
    passwordAssigned: true,
    mustChangePassword: false,
    mfaEnabled: false,
    openSessions: 0,
  } as unknown as User;
  const saved = draftOf(user);
  const draftAfter = (edits: Partial<Draft>): Draft => ({ ...saved, ...edits });
  const changesOf = (edits: Partial<Draft>) => {
    const draft = draftAfter(edits);
    return bodyOf(userForm, draft, changedFields(userForm, saved, draft));
  };

  test('only what differs is sent', () => {
    expect(changesOf({})).toEqual({});
    const changes = changesOf({ department: ' Sales ', locale: 'ja', roles: ['User'] });
    expect(changes).toEqual({ department: 'Sales', locale: 'ja', roles: ['User'] });
  });

  test('custom fields: changed ones are sent, and an empty text removes one', () => {
    const changes = changesOf({ extensionAttribute1: ' A-1 ', extensionAttribute2: '' });
    expect(changes).toEqual({ extensionAttributes: { extensionAttribute1: 'A-1', extensionAttribute2: '' } });
    expect(bodyOf(userForm, saved, ['extensionAttribute1', 'extensionAttribute2'])).toEqual({
      extensionAttributes: { extensionAttribute1: '', extensionAttribute2: 'E-77' },
    });
    expect(changesOf({ extensionAttribute2: 'E-77 ' })).toEqual({});
    expect(isValid(draftAfter({ extensionAttribute1: 'x'.repeat(257) }))).toBe(false);
  });

  test('names of custom fields are sent trimmed, and the second of two equal ones is refused', () => {
    const names = { ...namesOf({ extensionAttribute3: { name: 'Cost' } }), extensionAttribute5: ' COST ' };
    expect(itemNameMistake(names, 'extensionAttribute3', 'Cost')).toBeUndefined();
    expect(itemNameMistake(names, 'extensionAttribute5', ' COST ')).toBe('sameName');
    expect(itemNameMistake(names, 'extensionAttribute1', 'a\u202e')).toBe('unseen');
    expect(itemNameMistake(names, 'extensionAttribute1', 'x'.repeat(65))).toBe('tooLong');
    expect(isSound(names)).toBe(false);
    expect(isSound({ ...names, extensionAttribute5: '' })).toBe(true);
    expect(propertiesOf({ ...names, extensionAttribute5: ' ' })).toEqual({ extensionAttribute3: { name: 'Cost' } });
  });

  test('the history shows custom fields one by one, and a card by its position', () => {
    const before = { extensionAttribute1: 'A', extensionAttribute2: 'same' };
    const after = { extensionAttribute2: 'same', extensionAttribute3: 'C' };
    const names = { extensionAttribute3: { name: 'Cost centre' } };
    const card = { uuid: 'c', deviceType: 'PorticoMfp', type: 'card', index: 2 };
    const changes = { extensionAttributes: { before, after }, onpremiseAccounts: { after: card } };
    const nameOf = (say: typeof t, field: string) => itemWords(say, field, names);
    expect(changeLines(t, { ...userHistory, nameOf }, changes, String)).toEqual([
      'Custom field 1: A → (empty)',
      'Cost centre: (empty) → C',
      'Cards: PorticoMfp 2 added',
    ]);
  });

  test('room for cards and device accounts, by device type', () => {
    const known = {
      deviceTypes: [{ deviceType: 'A', types: ['card', 'address_book'] as ('card' | 'address_book')[] }],
      maxCardsPerDeviceType: 2,
    };
    const account = (type: 'card' | 'address_book', index: number) => ({
      ...{ uuid: `${type}${index}`, deviceType: 'A', type, index, hint: '', createdAt: '' },
    });
    expect(roomFor({ ...known, accounts: [account('card', 1)] })).toEqual(known.deviceTypes);
    const full = [account('card', 1), account('card', 2)];
    expect(roomFor({ ...known, accounts: full })).toEqual([{ deviceType: 'A', types: ['address_book'] }]);
    expect(roomFor({ ...known, accounts: [...full, account('address_book', 1)] })).toEqual([]);
    expect(isAccountNumber('card', '01:2e-4c')).toBe(true);
    expect(isAccountNumber('card', '123')).toBe(false);
    expect(isAccountNumber('address_book', ' taro.y@x ')).toBe(true);
    expect(isAccountNumber('address_book', 'ta ro')).toBe(false);
  });

  test('a new sign-in address can be reverted; a removed one cannot come back without proof', () => {
    expect(changesOf({ loginMailAddress: 'new@example.com' })).toEqual({ loginMailAddress: 'new@example.com' });
    const answer = { ...user, nextLoginMailAddress: 'new@example.com' };
    const fields = { loginMailAddress: 'n@example.com', department: 'IT' };
    const undo = { changes: fields, expected: { ...fields, department: 'Sales' } };
    expect(undoOf(undo, user, answer)).toEqual({
      changes: { department: 'IT', nextLoginMailAddress: null },
      expected: { department: 'Sales', loginMailAddress: 'n@example.com', nextLoginMailAddress: 'new@example.com' },
    });
    expect(changesOf({ loginMailAddress: '' })).toEqual({ loginMailAddress: null });
    const gone = { changes: { loginMailAddress: 'n@example.com' }, expected: { loginMailAddress: null } };
    expect(undoOf(gone, user, { ...user, loginMailAddress: null })).toBeUndefined();
  });

  test('a corrected address that waits does not come back by giving the new one up: no Undo', () => {
    const invited = { ...user, loginMailAddress: null, nextLoginMailAddress: 'n@exmaple.com' } as User;
    const answer = { ...invited, nextLoginMailAddress: 'n@example.com' } as User;
    const undo = { changes: { loginMailAddress: null }, expected: { loginMailAddress: null } };
    expect(undoOf(undo, invited, answer)).toBeUndefined();
    const other = { changes: { department: 'IT' }, expected: { department: 'Sales' } };
    expect(undoOf(other, invited, invited)).toEqual(other);
  });

  test('a mistake on a tab that is not open keeps the page from saving', () => {
    expect(isValid(saved)).toBe(true);
    expect(isValid(draftAfter({ familyName: 'n'.repeat(129) }))).toBe(false);
    expect(isValid(draftAfter({ loginMailAddress: 'nobody' }))).toBe(false);
    const twice = [...saved.mailAddresses, { key: 7, value: 'X@example.com' }];
    expect(isValid(draftAfter({ mailAddresses: twice }))).toBe(false);
  });

  const guides = ['sendLoginGuide', 'sendMfaGuide'];
  const passwords = ['sendResetLink', 'oneTimePassword', 'requireNewPassword'];
  test.each([
    [{}, [...guides, 'sendPin', 'signOut', ...passwords, 'deactivate', 'delete']],
    [
      { status: 'locked', mfaEnabled: true },
      ['unlock', 'sendLoginGuide', 'sendPin', ...passwords, 'resetMfa', 'deactivate', 'delete'],
    ],
    [
      { nextLoginMailAddress: 'n@example.com', loginMailAddress: null },
      ['sendConfirmation', 'signOut', 'oneTimePassword', 'requireNewPassword', 'deactivate', 'delete'],
    ],
    [{ source: 'directory', passwordAssigned: false }, [...guides, 'sendPin', 'signOut', 'deactivate', 'delete']],
    [{ userId: 'agent:x' }, [...guides, 'sendPin', 'signOut', 'requireNewPassword', 'deactivate', 'delete']],
    [{ status: 'inactive', mustChangePassword: true }, ['activate', 'delete']],
    [
      { status: 'registering', passwordAssigned: false, nextLoginMailAddress: 'n@example.com' },
      ['sendInvitation', 'deactivate', 'delete'],
    ],
  ])('acts for %j', (change, acts) => {
    expect(actsFor({ ...user, ...change } as User)).toEqual(acts);
    const closed = acts.filter((act) => act !== 'sendResetLink' && act !== 'oneTimePassword');
    expect(actsFor({ ...user, ...change } as User, false)).toEqual(closed);
  });

  test('every user has a role', () => {
    expect(toggledRoles(['PowerUser'], 'PowerUser', false)).toEqual(['User']);
    expect(toggledRoles(['User'], 'PowerUser', true)).toEqual(['User', 'PowerUser']);
    expect(isAdministrator(['User'])).toBe(false);
    expect(isAdministrator(['User', 'PowerUser'])).toBe(true);
  });

  test('the history in words', () => {
    expect(
      changeLines(
        t,
        userHistory,
        {
          department: { before: 'IT', after: '' },
          password: {},
          roles: { before: [], after: ['User'] },
          namedInLicenseRule: { after: 'L-1' },
        },
        String,
      ),
    ).toEqual([
      'Department: IT → (empty)',
      'Password: changed',
      'Roles: User added',
      'License whose rule names this user: L-1 added',
    ]);
  });
});

describe('a new user', () => {
  const policy = { minLength: 8, minUppercase: 1, minSpecial: 0, minNumeric: 0, history: 0 };
  const invited = { ...emptyForm, userId: 'n.sato ', loginMailAddress: 'n@example.com' };

  test('an invitation needs an address, a password keeps the rules', () => {
    expect(isComplete(emptyForm, policy)).toBe(false);
    expect(isComplete(invited, policy)).toBe(true);
    expect(isComplete({ ...invited, loginMailAddress: '' }, policy)).toBe(false);
    expect(isComplete({ ...invited, userId: '-x' }, policy)).toBe(false);
    const byPassword = { ...invited, entry: 'password', loginMailAddress: '', password: 'weak' } as const;
    expect(isComplete(byPassword, policy)).toBe(false);
    expect(isComplete({ ...byPassword, password: 'Strong-enough' }, policy)).toBe(true);
  });

  test('what is sent', () => {
    expect(newUserBody({ ...invited, password: 'typed before' })).toMatchObject({
      userId: 'n.sato',
      status: 'registering',
      invite: true,
      loginMailAddress: 'n@example.com',
    });
    const body = newUserBody({ ...invited, entry: 'password', password: ' Kept as typed ', loginMailAddress: ' ' });
    expect(body).toMatchObject({ status: 'active', password: ' Kept as typed ', loginMailAddress: null });
    expect(body).not.toHaveProperty('invite');
  });

  test.each([
    policy,
    { minLength: 40, minUppercase: 5, minSpecial: 5, minNumeric: 5, history: 0 },
    { minLength: 0, minUppercase: 0, minSpecial: 0, minNumeric: 0, history: 0 },
  ])('passwords made for %j', (rules) => {
    const made = Array.from({ length: 50 }, () => makePassword(rules));
    for (const password of made) expect(checkPasswordPolicy(password, rules)).toEqual([]);
    expect(new Set(made).size).toBe(50);
    expect(Math.min(...made.map(({ length }) => length))).toBeGreaterThanOrEqual(16);
  });
});

describe('filters', () => {
  function Page({ seen }: { seen: UserSearch[] }) {
    const [search, setSearch] = useState<UserSearch>({});
    const client = new QueryClient();
    client.setQueryData(meQuery.queryKey, { tenantId: 'demo' } as never);
    return (
      <TextsProvider store={texts}>
        <QueryClientProvider client={client}>
          <Filters
            search={search}
            onChange={(change) =>
              setSearch((before) => {
                const next = userAddress.changed(before, change);
                seen.push(next);
                return next;
              })
            }
          />
        </QueryClientProvider>
      </TextsProvider>
    );
  }

  test('typing asks once, ticking at once, and what is set is counted', async () => {
    const seen: UserSearch[] = [];
    renderInPortal(<Page seen={seen} />);
    fireEvent.click(screen.getByRole('button', { name: 'More filters' }));
    const box = screen.getByLabelText('Department');
    for (const value of ['S', 'Sa', 'Sales ']) fireEvent.change(box, { target: { value } });
    expect(seen).toEqual([]);
    await waitFor(() => expect(seen.at(-1)).toEqual({ department: 'Sales' }));
    fireEvent.click(screen.getByLabelText('Locked'));
    fireEvent.click(screen.getByLabelText('Active'));
    expect(seen.at(-1)).toEqual({ department: 'Sales', status: 'active,locked' });
    await screen.findByRole('button', { name: 'More filters (2 set)' });
    fireEvent.click(screen.getByLabelText('Locked'));
    expect(seen.at(-1)).toEqual({ department: 'Sales', status: 'active' });
  });
});
