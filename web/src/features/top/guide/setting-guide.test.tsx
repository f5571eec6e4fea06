import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import top from '#messages/en/top.json' with { type: 'json' };
import type { AppIcon } from '#contract/licences/available-services.ts';
import { renderInPortal } from '../../../../test/render.tsx';
import { apiError } from '../../../api/api-error.ts';
import { SettingGuide, type SettingGuideProps } from './SettingGuide.tsx';

const happened: unknown[] = [];
vi.mock('../../../api/log-operation.ts', () => ({
  logOperation: (entry: { userAction: string }) => happened.push(entry),
}));
vi.mock('@tanstack/react-router', () => ({ useNavigate: () => vi.fn() }));

afterEach(() => {
  cleanup();
  happened.length = 0;
});

const app = (appName: string, over: Partial<AppIcon> = {}): AppIcon => ({
  appName,
  iconId: appName.toLowerCase(),
  appClass: appName.toLowerCase(),
  iconURL: null,
  linkURL: `https://${appName.toLowerCase()}.example/`,
  isPowerUser: false,
  isSiteSetupNavi: false,
  description: '',
  ...over,
});
const three = [app('Print'), app('Scan'), app('Fax')];

function open(over: Partial<SettingGuideProps> = {}) {
  const onSave = vi.fn(async (hidden: string[]) => void happened.push({ saved: hidden }));
  const onClosed = vi.fn();
  renderInPortal(
    <SettingGuide apps={three} isPowerUser={false} hidden={[]} onSave={onSave} onClosed={onClosed} {...over} />,
    { top },
  );
  return { onSave, onClosed };
}

const shown = () => screen.getByRole('heading', { level: 3 }).textContent;
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const box = () => screen.getByRole<HTMLInputElement>('checkbox', { name: 'Don’t show again' });
const closeIt = () => userEvent.click(screen.getAllByRole('button', { name: 'Close' })[0] as HTMLElement);

describe('the setting guide', () => {
  test('pages on and back, around both ends', async () => {
    open();
    expect(shown()).toBe('Print');
    await press('Previous');
    expect(shown()).toBe('Fax');
    await press('Next');
    expect(shown()).toBe('Print');
    await press('Next');
    expect(shown()).toBe('Scan');
  });

  test('a dot is a button with the name of its application, and the open one is marked', async () => {
    open();
    const dots = within(screen.getByRole('list')).getAllByRole('button');
    expect(dots.map((dot) => dot.getAttribute('aria-label'))).toEqual(['Print', 'Scan', 'Fax']);
    await userEvent.click(dots[2] as HTMLElement);
    expect(shown()).toBe('Fax');
    expect(dots.map((dot) => dot.getAttribute('aria-current'))).toEqual([null, null, 'page']);
  });

  test.each([
    [1, 0, 0],
    [2, 2, 1],
    [7, 7, 1],
    [8, 0, 1],
  ])('%i applications: %i dots, ways on and back: %i', (count, dots, ways) => {
    open({ apps: Array.from({ length: count }, (_, at) => app(`App${at}`)) });
    expect(screen.queryAllByRole('listitem')).toHaveLength(dots);
    expect(screen.queryAllByRole('button', { name: 'Next' })).toHaveLength(ways);
  });

  test('opens at the application that is asked for', () => {
    open({ first: 'scan' });
    expect(shown()).toBe('Scan');
  });

  test('the lead is about settings for administrators, about apps for others', () => {
    open({ isPowerUser: true });
    expect(screen.getByText(top['guide.leadPowerUser'])).toBeTruthy();
    cleanup();
    open();
    expect(screen.getByText(top['guide.leadUser'])).toBeTruthy();
  });
});

/** As after signing in: nothing has had the focus. */
function OpenByItself() {
  const [isOpen, setIsOpen] = useState(true);
  const props = { apps: three, isPowerUser: false, hidden: [], onSave: async () => {} };
  return (
    <main>
      <h1>Welcome</h1>
      {isOpen ? <SettingGuide {...props} onClosed={() => setIsOpen(false)} /> : null}
    </main>
  );
}

describe('opening and closing', () => {
  test('after opening by itself, it moves the focus to the heading of the page', async () => {
    renderInPortal(<OpenByItself />, { top });
    await closeIt();
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Welcome' })));
  });

  test('opening is logged; closing saves what changed first, then is logged', async () => {
    const { onClosed } = open({ hidden: ['old'] });
    expect(happened).toEqual([expect.objectContaining({ userAction: 'open', operationResult: 'success' })]);
    await userEvent.click(box());
    await press('Next');
    expect(box().checked).toBe(false);
    await closeIt();
    await waitFor(() => expect(onClosed).toHaveBeenCalled());
    expect(happened.slice(1)).toEqual([
      { saved: ['old', 'print'] },
      expect.objectContaining({ userAction: 'close', appIconId: 'scan', flags: { hiddenChanged: true } }),
    ]);
  });

  test('nothing is saved where nothing changed, or changed back', async () => {
    const { onSave, onClosed } = open();
    await userEvent.click(box());
    await userEvent.click(box());
    await closeIt();
    await waitFor(() => expect(onClosed).toHaveBeenCalled());
    expect(onSave).not.toHaveBeenCalled();
    expect(happened.at(-1)).toMatchObject({ userAction: 'close', flags: { hiddenChanged: false } });
  });

  test('a hidden guide that was asked for can be shown again', async () => {
    const { onSave } = open({ hidden: ['scan', 'print'], first: 'scan' });
    expect(box().checked).toBe(true);
    await userEvent.click(box());
    await closeIt();
    await waitFor(() => expect(onSave).toHaveBeenCalledWith(['print']));
  });

  test('a failed save is shown, and the guide stays open until it is closed without saving', async () => {
    const onSave = vi.fn().mockRejectedValue(apiError(503, [{ message_id: 'service_busy', message: '' }], 'r1'));
    const { onClosed } = open({ onSave });
    await userEvent.click(box());
    await closeIt();
    expect((await screen.findByRole('alert')).textContent).toContain(top['guide.notSaved']);
    expect(onClosed).not.toHaveBeenCalled();
    expect(happened).toHaveLength(1);
    await press(top['guide.closeUnsaved']);
    await waitFor(() => expect(onClosed).toHaveBeenCalled());
    expect(onSave).toHaveBeenCalledTimes(1);
    expect(happened.at(-1)).toMatchObject({ userAction: 'close', flags: { hiddenChanged: false } });
  });
});
