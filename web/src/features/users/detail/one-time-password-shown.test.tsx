import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import users from '#messages/en/users.json' with { type: 'json' };
import { openPage } from '../../../../test/page.tsx';
import { OneTimePasswordShown } from './OneTimePasswordShown.tsx';

afterEach(cleanup);

test('a one-time password is shown until it is noted, with its end in the time zone of the other dates', async () => {
  const onClose = vi.fn();
  const shown = { userId: 'naoko', password: '4QUBxz9B3M5NTLr2uzB7', expiresAt: '2026-11-27T22:29:00Z' };
  const component = () => <OneTimePasswordShown {...shown} onClose={onClose} />;
  const { queryClient } = openPage({ path: '/portal/users', component }, '/portal/users', { users });
  const dialog = await screen.findByRole('dialog');
  expect(dialog.textContent).toContain('Nov 27, 2026, 22:29');
  queryClient.setQueryData(['me'], (me: object) => ({ ...me, timezone: 'Asia/Tokyo' }));
  await screen.findByText(/Nov 28, 2026, 07:29/);
  fireEvent.keyDown(screen.getByText(shown.password), { key: 'Escape' });
  expect(onClose).not.toHaveBeenCalled();
  fireEvent.click(screen.getByRole('button', { name: users.passwordNoted }));
  expect(onClose).toHaveBeenCalledOnce();
});
