import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, test, vi } from 'vitest';
import palette from '#messages/en/palette.json' with { type: 'json' };
import { rolePermissions } from '#contract/roles.ts';
import { renderInPortal } from '../../../test/render.tsx';
import { navigation } from '../../base/navigation.ts';
import { paths } from '../../base/paths.ts';
import { Frame } from './Frame.tsx';
import type { FrameFlags, FrameProps } from './frame-types.ts';

afterEach(cleanup);

function renderFrame(flags: FrameFlags, onNavigate = vi.fn(), more: Pick<FrameProps, 'guides' | 'environment'> = {}) {
  renderInPortal(
    <Frame
      product="Portico"
      title="My page"
      areaTitle="My area"
      me={{ userId: 'taro', givenName: 'Taro', familyName: 'Yamada' }}
      tenant={{ tenantId: 'demo', name: 'Demo Company' }}
      flags={flags}
      navigation={navigation}
      caller={{ rights: rolePermissions(['PowerUser']) }}
      at={paths.account('mfa_settings')}
      onNavigate={onNavigate}
      onSignOut={vi.fn()}
      onSwitchAccount={vi.fn()}
      {...more}
    >
      <p>Inside</p>
    </Frame>,
    { palette },
  );
  return onNavigate;
}

describe('Frame', () => {
  test('names the page in the tab, offers the way past the header, marks where one is', () => {
    renderFrame({});
    expect(document.title).toBe('My page · Portico');
    expect(screen.getByRole('link', { name: 'Skip to content' }).getAttribute('href')).toBe('#content');
    const [side] = screen.getAllByRole('navigation', { name: 'Pages' });
    expect(within(side!).getByRole('link', { name: 'MFA' }).getAttribute('aria-current')).toBe('page');
    // Only the open area unfolds.
    expect(within(side!).queryByRole('link', { name: 'Passwords' })).toBeNull();
    expect(within(side!).getByRole('link', { name: 'Security' }).getAttribute('aria-current')).toBeNull();
    expect(within(side!).getByRole('link', { name: 'Top page' }).getAttribute('aria-current')).toBeNull();
  });

  test('says above the header that it is for tests', () => {
    renderFrame({}, vi.fn(), { environment: 'devj' });
    expect(screen.getByText('Test environment: devj')).toBeTruthy();
  });

  test('is opened by the router, unless in a new tab', async () => {
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
    expect(screen.queryByText('My area') !== null).toBe(title);
  });

  test('in the drawer areas unfold without being opened', async () => {
    renderFrame({});
    await userEvent.click(screen.getByRole('button', { name: 'Menu' }));
    const drawer = within(screen.getByRole('dialog', { name: 'Menu' }));
    expect(drawer.queryByRole('link', { name: 'Passwords' })).toBeNull();
    await userEvent.click(drawer.getByRole('button', { name: 'Security' }));
    expect(drawer.getByRole('link', { name: 'Passwords' }).getAttribute('href')).toBe(paths.tenant('password-policy'));
  });

  test('the palette finds pages by name, and remembers them', async () => {
    localStorage.clear();
    const onNavigate = renderFrame({});
    await userEvent.keyboard('{Control>}k{/Control}');
    await userEvent.type(await screen.findByRole('combobox', { name: 'Go to…' }), 'basic{Enter}');
    expect(onNavigate).toHaveBeenCalledWith(paths.account('basic_settings'));
    await userEvent.keyboard('{Control>}k{/Control}');
    const [first] = await screen.findAllByRole('option');
    expect(first?.textContent).toBe('Basic settingsRecent');
  });

  test('what is typed before the palette has come is in it', async () => {
    renderFrame({});
    // Within one act, so before it is drawn: other tests have loaded it already.
    act(() => {
      window.dispatchEvent(new KeyboardEvent('keydown', { key: 'k', ctrlKey: true }));
      for (const key of 'mfa') window.dispatchEvent(new KeyboardEvent('keydown', { key }));
    });
    const box = await screen.findByRole<HTMLInputElement>('combobox', { name: 'Go to…' });
    await waitFor(() => expect(box.value).toBe('mfa'));
    // From then on keys are the box's own.
    fireEvent.keyDown(box, { key: 'x' });
    expect(box.value).toBe('mfa');
    await userEvent.type(box, '!');
    expect(box.value).toBe('mfa!');
  });

  test('the palette finds guides by the words of their own, asked for when it opens', async () => {
    const guides = vi.fn(async () => [
      { id: 'undo' as const, title: 'Undoing changes', lead: '', search: ['roll back'] },
    ]);
    const onNavigate = renderFrame({}, vi.fn(), { guides });
    expect(guides).not.toHaveBeenCalled();
    await userEvent.keyboard('{Control>}k{/Control}');
    await userEvent.type(await screen.findByRole('combobox', { name: 'Go to…' }), 'roll back');
    const option = await screen.findByRole('option', { name: /Undoing changes/ });
    expect(option.textContent).toBe('Undoing changesHelp');
    await userEvent.click(option);
    expect(onNavigate).toHaveBeenCalledWith(paths.guide('undo'));
  });
});
