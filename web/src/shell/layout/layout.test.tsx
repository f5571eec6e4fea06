import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { rolePermissions } from '#contract/roles.ts';
import { renderInPortal } from '../../../test/render.tsx';
import { isHere, navigation, navigationFor } from '../../base/navigation.ts';
import { paths } from '../../base/paths.ts';
import { Frame } from './Frame.tsx';
import type { FrameFlags } from './frame-types.ts';

afterEach(cleanup);

function renderFrame(flags: FrameFlags, onNavigate = vi.fn()) {
  renderInPortal(
    <Frame
      product="Portico"
      title="My page"
      me={{ userId: 'taro', givenName: 'Taro', familyName: 'Yamada' }}
      tenant={{ tenantId: 'demo', name: 'Demo Company' }}
      flags={flags}
      navigation={navigation}
      at={paths.account('mfa_settings')}
      onNavigate={onNavigate}
      onSignOut={vi.fn()}
      onSwitchAccount={vi.fn()}
    >
      <p>Inside</p>
    </Frame>,
  );
  return onNavigate;
}

describe('Frame', () => {
  test('names the page in the tab, offers the way past the header, marks where one is', () => {
    renderFrame({});
    expect(document.title).toBe('My page · Portico');
    expect(screen.getByRole('link', { name: 'Skip to the content' }).getAttribute('href')).toBe('#content');
    const [side] = screen.getAllByRole('navigation', { name: 'Pages' });
    expect(within(side!).getByRole('link', { name: 'My account' }).getAttribute('aria-current')).toBe('page');
    expect(within(side!).getByRole('link', { name: 'Top page' }).getAttribute('aria-current')).toBeNull();
  });

  test('goes by the router, unless a new tab is wanted', async () => {
    const onNavigate = renderFrame({});
    await userEvent.click(screen.getAllByRole('link', { name: 'Top page' })[0]!);
    expect(onNavigate).toHaveBeenCalledWith(paths.top);
  });

  test.each<[FrameFlags, boolean, boolean, boolean]>([
    [{}, true, true, true],
    [{ guest: true }, false, false, true],
    [{ limitedLogin: true }, false, true, true],
    [{ topPage: true }, true, true, false],
  ])('%j: navigation %s, account %s, title %s', (flags, navigable, account, title) => {
    renderFrame(flags);
    expect(screen.queryAllByRole('navigation', { name: 'Pages' }).length > 0).toBe(navigable);
    expect(screen.queryByRole('button', { name: 'Account: Taro Yamada' }) !== null).toBe(account);
    expect(screen.queryByText('My page') !== null).toBe(title);
  });

  test('the palette finds pages by name', async () => {
    const onNavigate = renderFrame({});
    await userEvent.keyboard('{Control>}k{/Control}');
    await userEvent.type(await screen.findByRole('combobox', { name: 'Go to…' }), 'acc{Enter}');
    expect(onNavigate).toHaveBeenCalledWith(paths.account('basic_settings'));
  });
});

test('the navigation shows what one may see', () => {
  expect(navigationFor(navigation, rolePermissions([]))).toEqual([]);
  expect(navigationFor(navigation, rolePermissions(['User'])).every(({ permission }) => permission === 'me')).toBe(
    true,
  );
});

test('every page of the tenant, a license too, stands under one entry of the navigation', () => {
  const at = (path: string) => navigation.filter((entry) => isHere(entry, path)).map(({ label }) => label);
  expect(at('/portal/licenses/scan-desk')).toEqual(['ui.tenantArea.tenant']);
  expect(at('/portal/tenant/license-list')).toEqual(['ui.tenantArea.tenant']);
  expect(at('/portal/tenant/system-log')).toEqual(['ui.tenantArea.logs']);
});

test.each([
  [{ path: '/portal/users' }, '/portal/users', true],
  [{ path: '/portal/users' }, '/portal/users/taro', true],
  [{ path: '/portal/users' }, '/portal/usersettings', false],
  [{ path: '/portal/account/a', within: '/portal/account/' }, '/portal/account/b', true],
])('%j at %s: %s', (entry, at, here) => {
  expect(isHere(entry, at)).toBe(here);
});
