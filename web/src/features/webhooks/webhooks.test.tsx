import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import common from '#messages/en/common.json' with { type: 'json' };
import events from '#messages/en/events.json' with { type: 'json' };
import history from '#messages/en/history.json' with { type: 'json' };
import logs from '#messages/en/logs.json' with { type: 'json' };
import ui from '#messages/en/ui.json' with { type: 'json' };
import webhooks from '#messages/en/webhooks.json' with { type: 'json' };
import { apiError } from '../../api/api-error.ts';
import { openPage } from '../../../test/page.tsx';
import { changes, serve } from '../../../test/server.ts';
import { readWebhookPageSearch } from './detail/page-search.ts';
import { WebhookPage } from './detail/WebhookPage.tsx';
import { WebhookList } from './list/WebhookList.tsx';
import type { Webhook, WebhookDelivery } from './queries.ts';

vi.mock('../../api/call.ts', () => import('../../../test/server.ts'));

afterEach(cleanup);
// The browser of these tests has no popovers.
HTMLElement.prototype.hidePopover ??= () => undefined;

const texts = { common, events, history, logs, ui, webhooks };
const webhook: Webhook = {
  ...{ uuid: '01a0', name: 'SIEM', address: 'https://siem.example/in?key=1', events: ['user.*', 'group.created'] },
  ...{ active: true, stopReason: null, stoppedAt: null, failingSince: null, nextAt: null, lastDeliveredAt: null },
  ...{ waiting: 0, dead: 0, previousSecretUntil: null },
  ...{ createdAt: '2026-11-01T00:00:00Z', updatedAt: '2026-11-01T00:00:00Z' },
};
const delivery: WebhookDelivery = {
  ...{ sequence: 7, id: 'e7', type: 'group.created', at: '2026-11-01T00:00:00Z', state: 'dead', tries: 96 },
  ...{ triedAt: '2026-11-02T00:00:00Z', status: 503, failure: 'status', millis: 12, nextAt: null },
};

const list = { path: '/portal/webhooks', component: WebhookList };
const one = { path: '/portal/webhooks/$uuid', component: WebhookPage, validateSearch: readWebhookPageSearch };
const tokens = { path: '/portal/management-tokens', component: () => <p>tokens</p> };
const answers = (now: Webhook, more: Parameters<typeof serve>[0] = {}) => ({
  ...more,
  'GET /webhooks/{uuid}/deliveries/{sequence}': () => ({ ...delivery, message: '{"type":"group.created"}' }),
  'GET /webhooks/{uuid}/deliveries': () => ({ results: [delivery], next: null }),
  'GET /webhooks/{uuid}': () => now,
  'GET /webhooks': () => ({ results: [now] }),
  ...more,
});
const openOne = (search = '') => openPage(one, `/portal/webhooks/01a0${search}`, texts, [list]);
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));

test('a webhook is added, and its secret shown once', async () => {
  let tries = 0;
  serve(
    answers(webhook, {
      'POST /webhooks': () => {
        tries += 1;
        if (tries === 1) throw apiError(400, [{ message_id: 'address_not_allowed', message: '' }], 'r');
        return { ...webhook, secret: 'whsec_x' };
      },
    }),
  );
  const { address } = openPage(list, '/portal/webhooks', texts, [one, tokens]);
  await press(webhooks.add);
  const dialog = within(await screen.findByRole('dialog'));
  const send = dialog.getByRole('button', { name: webhooks.add });
  fireEvent.change(dialog.getByLabelText(new RegExp(common.name)), { target: { value: ' SIEM ' } });
  const box = dialog.getByLabelText(new RegExp(webhooks.address));
  fireEvent.change(box, { target: { value: 'siem.example' } });
  expect(send).toHaveProperty('disabled', true);
  fireEvent.change(box, { target: { value: 'https://siem.example/in' } });
  fireEvent.click(send);
  await dialog.findByText(webhooks.addressPrivate);
  fireEvent.change(box, { target: { value: 'https://siem.example/in2' } });
  fireEvent.click(send);
  await screen.findByDisplayValue('whsec_x');
  expect(changes.at(-1)).toMatchObject({ body: { name: 'SIEM', address: 'https://siem.example/in2', events: ['*'] } });
  await press(webhooks.secretNoted);
  await waitFor(() => expect(address()).toBe('/portal/webhooks/01a0'));
});

const refuse = () => {
  throw apiError(400, [{ message_id: 'address_not_allowed', message: '' }], 'r');
};

test.each([
  ['http://siem.example/in', webhooks.addressWrong],
  ['https://10.0.0.1/in', webhooks.addressPrivate],
])('why %s is refused is said where it is added and where it is changed', async (typed, reason) => {
  serve(answers(webhook, { 'POST /webhooks': refuse, 'PUT /webhooks/{uuid}': refuse }));
  openPage(list, '/portal/webhooks', texts, [one, tokens]);
  await press(webhooks.add);
  const dialog = within(await screen.findByRole('dialog'));
  fireEvent.change(dialog.getByLabelText(new RegExp(common.name)), { target: { value: 'SIEM' } });
  fireEvent.change(dialog.getByLabelText(new RegExp(webhooks.address)), { target: { value: typed } });
  fireEvent.click(dialog.getByRole('button', { name: webhooks.add }));
  await dialog.findByText(reason);
  cleanup();
  openOne('?tab=settings');
  fireEvent.change(await screen.findByLabelText(new RegExp(webhooks.address)), { target: { value: typed } });
  await press(common.save);
  await screen.findByText(reason);
});

test('whole kinds and single events are selected', async () => {
  serve(answers(webhook, { 'PUT /webhooks/{uuid}': ({ body }) => ({ ...webhook, ...body }) }));
  openOne('?tab=settings');
  const groups = await screen.findByRole('checkbox', { name: /^group$/i });
  expect(groups).toHaveProperty('indeterminate', true);
  await press(webhooks.showEvents.replace('{{kind}}', history.target_group));
  fireEvent.click(await screen.findByRole('checkbox', { name: events['group.deleted'] }));
  fireEvent.click(screen.getByRole('checkbox', { name: /^user$/i }));
  await press(common.save);
  await waitFor(() => expect(changes.at(-1)?.body).toMatchObject({ events: ['group.created', 'group.deleted'] }));
});

test('what was not delivered is seen and sent again, one and all', async () => {
  serve(
    answers(
      { ...webhook, dead: 2 },
      {
        'POST /webhooks/{uuid}/deliveries/{sequence}/retry': () => undefined,
        'POST /webhooks/{uuid}/retry': () => ({ retried: 2 }),
      },
    ),
  );
  openOne();
  await screen.findByText(webhooks.failure_status.replace('{{status}}', '503'));
  await press(webhooks.viewOf.replace('{{number}}', '7'));
  await screen.findByText(/"type": "group.created"/);
  fireEvent.click(screen.getAllByRole('button', { name: common.close })[0] as HTMLElement);
  await press(webhooks.retryOf.replace('{{number}}', '7'));
  await screen.findByText(webhooks.retried.replace('{{number}}', '7'));
  await press(webhooks.retryAll);
  await screen.findByText(webhooks.retriedAll_other.replace('{{count}}', '2'));
});

test('nothing is sent again while the webhook is off', async () => {
  serve(answers({ ...webhook, active: false, stopReason: 'failing', stoppedAt: '2026-11-02T00:00:00Z', dead: 2 }));
  openOne();
  await screen.findByText(webhooks.deadNow_other.replace('{{count}}', '2'));
  await press(webhooks.viewOf.replace('{{number}}', '7'));
  await screen.findByText(/"type": "group.created"/);
  expect(screen.getByRole('button', { name: webhooks.retry })).toHaveProperty('disabled', true);
  fireEvent.click(screen.getAllByRole('button', { name: common.close })[0] as HTMLElement);
  expect(screen.queryByRole('button', { name: webhooks.retryOf.replace('{{number}}', '7') })).toBeNull();
  expect(screen.queryByRole('button', { name: webhooks.retryAll })).toBeNull();
});

test('a webhook that was stopped says why, and is turned on again', async () => {
  const stopped = { ...webhook, active: false, stopReason: 'gone', stoppedAt: '2026-11-02T00:00:00Z' } as const;
  serve(answers(stopped, { 'PUT /webhooks/{uuid}': () => webhook }));
  openOne();
  await screen.findByText(/410/);
  // In the warning; the menu has the same.
  fireEvent.click(screen.getAllByRole('button', { name: webhooks.act_switchOn }).at(-1) as HTMLElement);
  await screen.findByText(webhooks.switchedOn.replace('{{name}}', 'SIEM'));
  expect(changes.at(-1)).toMatchObject({ body: { active: true, expected: { active: false } } });
});

test('a test shows the answer of the receiver', async () => {
  const result = { delivered: false, status: 404, failure: 'status', millis: 9, answer: 'no such hook' };
  serve(answers(webhook, { 'POST /webhooks/{uuid}/test': () => result }));
  openOne();
  await press(webhooks.acts);
  fireEvent.click(await screen.findByText(webhooks.act_test));
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: webhooks.act_test }));
  await screen.findByText('no such hook');
  await screen.findByText(webhooks.testFailed);
});

test('without any, the list says what webhooks are for; the feed has its address', async () => {
  serve({ 'GET /webhooks': () => ({ results: [] }) });
  openPage(list, '/portal/webhooks', texts, [one, tokens]);
  await screen.findByText(webhooks.emptyTitle);
  await screen.findByDisplayValue(/\/api\/auth\/tenants\/.+\/events$/);
});
