import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import common from '#messages/en/common.json' with { type: 'json' };
import logs from '#messages/en/logs.json' with { type: 'json' };
import ui from '#messages/en/ui.json' with { type: 'json' };
import { openPage } from '../../../../test/page.tsx';
import { changes, refuseConflict, serve } from '../../../../test/server.ts';
import { Retention } from './Retention.tsx';

vi.mock('../../../api/call.ts', () => import('../../../../test/server.ts'));

afterEach(cleanup);

test('an administrator who would delete logs sees first that another one chose to keep them for longer', async () => {
  let days: number | null = 90;
  serve({
    'GET /me': () => ({ tenantId: 'demo', permissions: ['tenant:write'] }),
    'GET /logRetention': () => ({ days, deploymentMonths: 13 }),
    'PUT /logRetention': ({ body }) => {
      refuseConflict(body as { expected: object }, { days });
      ({ days } = body as { days: number });
      return { days, deploymentMonths: 13 };
    },
  });
  openPage({ path: '/portal/tenant/logs', component: Retention }, '/portal/tenant/logs', { common, logs, ui });
  const box = await screen.findByLabelText(new RegExp(`^${logs.retentionDays}`));
  fireEvent.change(box, { target: { value: '40' } });
  fireEvent.blur(box);
  days = null;
  // By Enter.
  fireEvent.submit(box.closest('form') as HTMLFormElement);
  const sure = await screen.findByRole('dialog');
  fireEvent.click(within(sure).getByRole('button', { name: common.save }));
  const told = await screen.findByRole('alert', { name: ui['conflict.title'] });
  expect(within(told).getByRole('listitem').textContent).toBe(
    `${logs.retentionDays} is now: 13 months (default)You entered: 40`,
  );
  expect(days).toBeNull();
  expect(changes.map(({ body }) => body)).toEqual([{ days: 40, expected: { days: 90 } }]);
  fireEvent.click(screen.getByRole('button', { name: ui['conflict.keepMine'] }));
  fireEvent.click(screen.getByRole('button', { name: common.save }));
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: common.save }));
  await screen.findByText(logs.retentionSaved);
  expect(changes.at(-1)?.body).toEqual({ days: 40, expected: { days: null } });
});
