import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import common from '#messages/en/common.json' with { type: 'json' };
import onboarding from '#messages/en/onboarding.json' with { type: 'json' };
import ui from '#messages/en/ui.json' with { type: 'json' };
import { openPage } from '../../../../test/page.tsx';
import { changes, refuseConflict, serve } from '../../../../test/server.ts';
import { RegistrationUrls } from './RegistrationUrls.tsx';

vi.mock('../../../api/call.ts', () => import('../../../../test/server.ts'));

afterEach(cleanup);

const url = {
  ...{ uuid: 'u', url: 'https://portico.example/r/1', role: 'User', tenantId: 'demo', usersLimit: 5, usersCount: 0 },
  ...{ expiresAt: '2026-05-01T00:00:00Z', createdAt: '2026-04-01T00:00:00Z', enabledDomains: [], licenseIds: [] },
  ...{ state: 'open', createdBy: 'anna' },
};

const open = async () => {
  serve({ 'GET /userRegisterUrl': () => ({ results: [url] }) });
  const page = { path: '/portal/registration/urls', component: RegistrationUrls };
  openPage(page, '/portal/registration/urls', { common, onboarding });
  return screen.findByRole('row', { name: /0 of 5/ });
};

test('the buttons of a row are marked as what stays in sight, and so is their head', async () => {
  const row = await open();
  const button = within(row).getByRole('button', { name: onboarding['urls.end'] });
  expect(button.closest('[data-acts]')?.tagName).toBe('TD');
  expect(screen.getByRole('columnheader', { name: onboarding['urls.acts'] }).dataset.acts).toBe('true');
  expect(document.querySelectorAll('[data-acts]').length).toBe(2);
});

test('a new link starts with its role, a changed one with its number; a wrong domain is reported', async () => {
  const row = await open();
  fireEvent.click(screen.getByRole('button', { name: onboarding['urls.make'] }));
  const make = await screen.findByRole('dialog', { name: onboarding['urls.make'] });
  await waitFor(() => expect(document.activeElement).toBe(within(make).getByRole('combobox', { name: common.role })));
  const domains = within(make).getByLabelText(new RegExp(`^${onboarding['urls.domains']}`));
  fireEvent.change(domains, { target: { value: 'http://x' } });
  fireEvent.blur(domains);
  expect(make.textContent).toContain('“http://x” isn’t a domain. Enter it like example.com');
  fireEvent.change(domains, { target: { value: Array.from({ length: 51 }, (_, n) => `d${n}.example`).join(',') } });
  fireEvent.blur(domains);
  expect(make.textContent).toContain('Enter 50 domains at most.');
  fireEvent.click(within(make).getByRole('button', { name: common.cancel }));
  fireEvent.click(within(row).getByRole('button', { name: common.edit }));
  const change = await screen.findByRole('dialog', { name: onboarding['urls.changeTitle'] });
  const limit = within(change).getByLabelText(new RegExp(`^${onboarding['urls.limit']}`));
  await waitFor(() => expect(document.activeElement).toBe(limit));
});

test('what another administrator changed of it is shown, and only what was changed here is sent', async () => {
  let now = { ...url, usersLimit: 5 };
  const me = { tenantId: 'demo', permissions: [], timezone: 'Etc/UTC' };
  serve({
    'GET /me': () => me,
    'GET /userRegisterUrl': () => ({ results: [now] }),
    'PUT /userRegisterUrl/{uuid}': ({ body }) => {
      refuseConflict(body as { expected: object }, now);
      now = { ...now, ...(body as object) };
      return now;
    },
  });
  const page = { path: '/portal/registration/urls', component: RegistrationUrls };
  openPage(page, '/portal/registration/urls', { common, onboarding, ui });
  fireEvent.click(
    within(await screen.findByRole('row', { name: /0 of 5/ })).getByRole('button', { name: common.edit }),
  );
  const dialog = await screen.findByRole('dialog', { name: onboarding['urls.changeTitle'] });
  const box = (name: string) => within(dialog).getByLabelText<HTMLInputElement>(new RegExp(`^${name}`));
  const press = (name: string) => fireEvent.click(within(dialog).getByRole('button', { name }));
  // The other one makes it longer and for more people; here it is made longer too.
  now = { ...now, usersLimit: 9, expiresAt: '2026-06-01T00:00:00Z' };
  fireEvent.change(box(onboarding['urls.moreDays']), { target: { value: '3' } });
  press(common.save);
  const told = await within(dialog).findByRole('alert', { name: ui['conflict.title'] });
  expect(told.textContent).toContain(`${onboarding['urls.expiresAt']} is now: Jun 1, 2026`);
  press(ui['conflict.takeOver']);
  await waitFor(() => expect(box(onboarding['urls.limit']).value).toBe('9'));
  press(common.save);
  await screen.findByText(onboarding['urls.changed']);
  expect(changes.map(({ body }) => body)).toEqual([
    { expiresIn: 3 * 86_400, expected: { expiresAt: '2026-05-01T00:00:00Z' } },
    { expiresIn: 3 * 86_400, expected: { expiresAt: '2026-06-01T00:00:00Z' } },
  ]);
});
