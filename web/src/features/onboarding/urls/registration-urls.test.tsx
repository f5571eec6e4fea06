import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import common from '#messages/en/common.json' with { type: 'json' };
import onboarding from '#messages/en/onboarding.json' with { type: 'json' };
import { openPage } from '../../../../test/page.tsx';
import { serve } from '../../../../test/server.ts';
import { RegistrationUrls } from './RegistrationUrls.tsx';

vi.mock('../../../api/call.ts', () => import('../../../../test/server.ts'));

afterEach(cleanup);

test('the URL that was made is shown in a dialog of its own, which has the focus and one way out', async () => {
  serve({
    'GET /userRegisterUrl': () => ({ results: [] }),
    'POST /userRegisterUrl': () => ({ uuid: 'u1', usersLimit: 50, url: 'https://portico.example/r/1' }),
  });
  const page = { path: '/portal/registration/urls', component: RegistrationUrls };
  openPage(page, '/portal/registration/urls', { common, onboarding });
  const make = onboarding['urls.make'];
  fireEvent.click(await screen.findByRole('button', { name: make }));
  const asked = screen.getByRole('dialog', { name: make });
  await act(async () => fireEvent.click(within(asked).getByRole('button', { name: make })));
  const made = await screen.findByRole('dialog', { name: onboarding['urls.madeTitle'] });
  expect(within(made).getByDisplayValue('https://portico.example/r/1')).toBeTruthy();
  const close = within(made).getByRole('button', { name: common.close });
  expect(document.activeElement).toBe(close);
  expect(within(made).queryByRole('button', { name: common.cancel })).toBeNull();
  fireEvent.click(close);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});
