import { describe, expect, test } from 'vitest';
import { type Permission, permissions, rolePermissions } from '#contract/roles.ts';
import { featureToggleNames } from '#contract/toggles.ts';
import { maySee, navigation, navigationFor, placeAt } from './navigation.ts';
import { addressOf, entryAt, paletteEntries } from './palette-entries.ts';
import { tenantSections } from './tenant-sections.ts';

const parts = navigation.flatMap(({ pages }) => pages.flatMap((page) => page.parts));

describe('the table of navigation', () => {
  test('shows what a caller may see', () => {
    expect(navigationFor({ rights: new Set() })).toEqual([]);
    const own = navigationFor({ rights: rolePermissions(['User']) });
    expect(own.map(({ id }) => id)).toEqual(['top', 'account']);
    expect(own.flatMap(({ pages }) => pages.flatMap((page) => page.parts)).every((part) => !part.toggle)).toBe(true);
    const all = { rights: new Set(permissions), toggles: new Set(featureToggleNames) };
    expect(navigationFor(all)).toEqual(navigation);
  });

  test('a page whose first part is closed opens at the next', () => {
    const rights = new Set<Permission>(['tenant:read']);
    const passwords = navigationFor({ rights })
      .flatMap(({ pages }) => pages)
      .find(({ label }) => label === 'ui.nav.passwords');
    expect(passwords?.parts.map(({ path }) => path)).toEqual([
      '/portal/tenant/password-policy',
      '/portal/tenant/password-expiration-policy',
    ]);
    const changes = navigationFor({ rights }).find(({ id }) => id === 'logs');
    expect(changes?.pages[0].parts[0].path).toBe('/portal/tenant/policy-history');
  });

  test('no page has more than five tabs, no address two places', () => {
    for (const { pages } of navigation) for (const page of pages) expect(page.parts.length).toBeLessThanOrEqual(5);
    const addresses = parts.map(({ path }) => path);
    expect(new Set(addresses).size).toBe(addresses.length);
  });

  test('every section of the tenant has its place', () => {
    const addresses = new Set(parts.map(({ path }) => path));
    expect(tenantSections.filter((section) => !addresses.has(`/portal/tenant/${section}`))).toEqual([]);
  });

  test.each([
    ['/portal/users', 'people', '/portal/users'],
    ['/portal/users/taro', 'people', '/portal/users'],
    ['/portal/usersettings', undefined, undefined],
    ['/portal/users/item-names', 'organization', '/portal/tenant/custom-settings'],
    ['/portal/tags', 'people', '/portal/tags'],
    ['/portal/licenses/scan-desk', 'apps', '/portal/tenant/license-list'],
    ['/portal/device-permission-mgmt.html', 'apps', '/portal/apps'],
    ['/portal/apps/print-flow', 'apps', '/portal/apps'],
    ['/portal/registration/texts', 'organization', '/portal/registration/texts'],
    ['/portal/tenant/password-expiration-notice', 'security', '/portal/tenant/password-expiration-notice'],
    ['/portal/tenant/policy-mails', 'logs', '/portal/tenant/policy-mails'],
    ['/portal/tenant/no-such-section', undefined, undefined],
  ])('%s is in %s', (address, area, part) => {
    const place = placeAt(address);
    expect([place?.area.id, place?.part.path]).toEqual([area, part]);
  });
});

describe('the entries of the palette', () => {
  test('no two have the same address and key, by which a list tells them apart', () => {
    const keys = paletteEntries.map((entry) => `${addressOf(entry)} ${entry.label}`);
    expect(new Set(keys).size).toBe(keys.length);
  });

  test('each has an address of its own, by which it is found again', () => {
    const settings = paletteEntries.filter(({ kind }) => kind !== 'act');
    expect(new Set(settings.map(addressOf)).size).toBe(settings.length);
    for (const entry of paletteEntries.filter(({ at, press }) => at || press)) {
      const [path = '', hash = ''] = addressOf(entry).split('#');
      expect(entryAt(path, hash)?.at ?? entryAt(path, hash)?.press).toBe(entry.press ?? entry.at);
    }
    expect(entryAt('/portal/users', 'users.delete')).toBeUndefined();
  });

  test('a user sees none of those of administrators, and features that are off have none', () => {
    const mine = paletteEntries.filter((entry) => maySee({ rights: rolePermissions(['User']) }, entry));
    expect(mine.every(({ permission, toggle }) => permission === 'me' && !toggle)).toBe(true);
    expect(mine.length).toBeGreaterThan(10);
  });
});
