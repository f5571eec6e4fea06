import { fireEvent, screen } from '@testing-library/react';
import { useEffect, useState } from 'react';
import { describe, expect, test } from 'vitest';
import permissions from '#messages/en/permissions.json' with { type: 'json' };
import errors from '#messages/en/errors.json' with { type: 'json' };
import common from '#messages/en/common.json' with { type: 'json' };
import { createTranslate } from '../../i18n/translate.ts';
import { renderInPortal } from '../../../test/render.tsx';
import { createEditingStore } from './editing-store.ts';
import { errorText } from './error-text.ts';
import { licensePage, pageCount, toldApart } from './license-pages.ts';
import { nothingPending, toggled } from './pending.ts';
import { PermissionTable } from './PermissionTable.tsx';
import { conditionOf, isSameTable, type PermissionSearch, readSearch, withKnown, withoutCondition } from './search.ts';
import type { Item, License } from './types.ts';
import { whyNot } from './why.ts';

const t = createTranslate('en', { common, errors, permissions });
const yes = { permitted: true, allowed: true };
const no = { permitted: false, allowed: true };
const never = { permitted: false, allowed: false };

const license = (licenseId: string, more: Partial<License> = {}): License => ({
  licenseId,
  contractId: 'c',
  serviceName: 'Print Flow',
  serviceClass: 'print-flow',
  usedVolume: 3,
  overUsedSince: null,
  volume: 5,
  volumeType: 'user',
  availableRoles: null,
  availableDeviceTypes: null,
  status: 'activated',
  startsAt: '2026-01-01T00:00:00Z',
  expiresAt: null,
  contractSystemExtension: { ratePlanName: 'p', subscriptionRegionalId: '' },
  ...more,
});

describe('pages of licences', () => {
  const many = Array.from({ length: 12 }, (_, at) => at + 1);
  test.each([
    [[], 1, [], 5],
    [[1, 2], 1, [1, 2], 3],
    [many, 1, [1, 2, 3], 2],
    [many, 2, [4, 5, 6, 7, 8], 0],
    [many, 3, [9, 10, 11, 12], 1],
    [many, 9, [9, 10, 11, 12], 1],
  ])('%j, page %d', (licenses, page, shown, dummies) => {
    expect(licensePage<number>(licenses, page)).toMatchObject({ shown, dummies });
  });
  test('how many', () => expect([0, 3, 4, 8, 9].map(pageCount)).toEqual([1, 1, 2, 2, 3]));
});

test('licenses of one service are distinguished by their IDs', () => {
  const names = toldApart([license('a'), license('b'), license('c', { serviceName: 'Scan Desk' })]);
  expect(names.map(({ serviceName }) => serviceName)).toEqual(['Print Flow (a)', 'Print Flow (b)', 'Scan Desk']);
});

describe('the address', () => {
  test('holds what the screen searches by, within the limits', () => {
    const given = {
      keyword: ' a ',
      userId: 'u'.repeat(200),
      deviceId: 'd',
      apps: '2',
      page: 0,
      contractId: 7,
      error: 'x',
    };
    expect(readSearch('user', given)).toEqual({
      keyword: 'a',
      userId: 'u'.repeat(128),
      apps: 2,
      contractId: '7',
      error: 'x',
    });
    expect(readSearch('device', given)).toMatchObject({ keyword: 'a', deviceId: 'd' });
    expect(conditionOf('user', { keyword: 'a\\b', contractId: 'c' })).toEqual({ keyword: 'a\\\\b' });
    expect(conditionOf('device', { keyword: 'a\\b', deviceType: 'PorticoMfp' })).toEqual({
      keyword: 'a\\b',
      deviceType: ['PorticoMfp'],
    });
    expect(withoutCondition({ keyword: 'a', contractId: 'c', apps: 2, page: 4 })).toEqual({ contractId: 'c', apps: 2 });
  });

  const searched: PermissionSearch = { keyword: 'a', period: 'days7', contractId: 'c', apps: 2 };
  test.each<[PermissionSearch, boolean]>([
    [searched, true],
    [{ ...searched, page: 3, error: 'x' }, true],
    [{ ...searched, keyword: 'b', has: 'l' }, true],
    [{ ...searched, contractId: 'd' }, false],
    [{ ...searched, apps: 3 }, false],
    [{}, false],
  ])('edit mode goes on with %j: %s', (next, goesOn) => {
    expect(isSameTable(searched, next)).toBe(goesOn);
  });

  test('a group and a licence that one has, or has not, are in the address', () => {
    const group = '01900000-0000-7000-8000-00000000000a';
    expect(readSearch('user', { group, has: 'l', hasNot: 'm' })).toEqual({ group, has: 'l' });
    expect(readSearch('device', { group: 'g', hasNot: 7 })).toEqual({ hasNot: '7' });
    expect(conditionOf('user', { group, has: 'l' })).toEqual({
      group: { uuid: group, members: 'all', included: true },
      license: { licenseId: 'l', permitted: true },
    });
    expect(conditionOf('device', { hasNot: 'l' })).toEqual({ license: { licenseId: 'l', permitted: false } });
    const both = { keyword: 'a', hasNot: 'l' };
    expect([withKnown(both, ['l']), withKnown(both, ['m'])]).toEqual([both, { keyword: 'a' }]);
  });

  test('a period is asked for by its name, a custom one by both its ends', () => {
    const [from, to] = ['2026-11-01T00:00:00.000Z', '2026-11-02T00:00:00.000Z'];
    const custom = { period: 'custom', from, to } as const;
    expect(readSearch('user', custom)).toEqual(custom);
    expect(readSearch('user', { ...custom, to: '2026-10-01T00:00:00.000Z' })).toEqual({});
    expect(readSearch('device', { period: 'days7', from })).toEqual({ period: 'days7' });
    expect(conditionOf('user', custom)).toEqual({
      lastSignIn: { periodType: 'custom', fromDatetime: from, toDatetime: to },
    });
    expect(conditionOf('device', { period: 'days35' })).toEqual({ lastSeen: { periodType: 'days35' } });
  });

  test('an unknown error code becomes a failure message', () => {
    expect(errorText(t, 'license_expired')).toBe(errors.license_expired);
    expect(errorText(t, 'constructor')).toBe(permissions.processFailed);
  });
});

const user = (id: string, cells: Item['cells'], more: Partial<Item> = {}): Item => ({
  id,
  name: '',
  note: '',
  roles: ['User'],
  deviceType: null,
  cells,
  ...more,
});

test('why a cell has a minus mark', () => {
  const item = user('naoko', {}, { name: 'Naoko Sato' });
  expect(whyNot(t, 'en', license('l', { availableRoles: ['PowerUser'] }), item)).toBe(
    'Print Flow can’t be assigned to Naoko Sato. It requires the role Administrator, but the role here is User.',
  );
  const device = user('m1', {}, { deviceType: 'PowerMeter' });
  expect(whyNot(t, 'en', license('l', { availableDeviceTypes: ['A', 'B'] }), device)).toContain('A or B');
});

function Table({ edited }: { edited: boolean }) {
  const [editing] = useState(() => createEditingStore());
  const [one, two] = [license('one'), license('two', { serviceName: 'Scan Desk', volume: 100_000_000 })];
  const items = [
    user('a', { one: yes, two: no }),
    user('b', { one: no, two: never }, { name: 'Naoko Sato' }),
    user('c', { one: never, two: yes }),
  ];
  useEffect(() => {
    const begun = { license: license('one'), search: {}, pending: nothingPending, revision: 1, told: [], asked: false };
    editing.set(() => (edited ? begun : undefined));
  }, [editing, edited]);
  return (
    <PermissionTable
      type="user"
      licenses={[one, two]}
      dummies={3}
      items={items}
      loading={false}
      rules={[{ licenseId: 'two', allUsers: true, deviceTypes: [], exceptions: 2, singles: 0, revision: 1 }]}
      editing={editing}
      busy={false}
      onSetting={async () => undefined}
      settingDisabled={false}
      onToggle={(one) => editing.set((now) => now && { ...now, pending: toggled(now.pending, one) })}
      onClearSearch={undefined}
    />
  );
}

test('viewing, cells say what is; editing, only the column edited has boxes and its count moves by one', () => {
  const { rerender } = renderInPortal(<Table edited={false} />, { permissions });
  expect(screen.queryAllByRole('checkbox')).toEqual([]);
  expect(screen.getByText('Print Flow for a: assigned')).toBeTruthy();
  expect(screen.getByText('Print Flow for Naoko Sato: not assigned')).toBeTruthy();
  expect(screen.getByRole('img', { name: 'Unlimited' })).toBeTruthy();
  expect(screen.getByText('All users').parentElement?.textContent).toBe('All users2 exceptions');
  expect(screen.getAllByRole('button', { name: /^(Print Flow|Scan Desk) can’t be assigned/ })).toHaveLength(2);
  rerender(<Table edited />);
  expect(screen.getAllByRole('checkbox').map((box) => box.getAttribute('aria-label'))).toEqual([
    'Print Flow for a',
    'Print Flow for Naoko Sato',
  ]);
  const box = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Print Flow for Naoko Sato' });
  expect(document.activeElement).toBe(screen.getAllByRole('checkbox')[0]);
  fireEvent.click(box);
  expect(box.checked).toBe(true);
  expect(screen.getByText('4 used')).toBeTruthy();
  fireEvent.keyDown(box, { key: 'ArrowUp' });
  expect(document.activeElement).toBe(screen.getAllByRole('checkbox')[0]);
  fireEvent.keyDown(document.activeElement as Element, { key: 'ArrowDown' });
  fireEvent.keyDown(document.activeElement as Element, { key: 'ArrowRight' });
  expect(document.activeElement?.getAttribute('aria-label')).toContain('Scan Desk can’t be assigned to Naoko Sato');
  for (const setting of screen.getAllByRole<HTMLButtonElement>('button', { name: /^Setting:/ }))
    expect(setting.disabled).toBe(true);
});
