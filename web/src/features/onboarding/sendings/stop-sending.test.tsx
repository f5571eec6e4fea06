import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import onboarding from '#messages/en/onboarding.json' with { type: 'json' };
import { apiError } from '../../../api/api-error.ts';
import { openPage } from '../../../../test/page.tsx';
import { changes, held, serve } from '../../../../test/server.ts';
import { OpenedSending } from './OpenedSending.tsx';

vi.mock('../../../api/call.ts', () => import('../../../../test/server.ts'));

const run = {
  ...{
    sendId: 's',
    sendType: 'loginGuide',
    status: 'processing',
    total: 10,
    sent: 3,
    refused: 0,
    failed: 0,
    waiting: 0,
    refusals: [],
  },
  ...{ operatorUserId: 'admin', createdAt: '2026-11-21T11:00:00Z', endedAt: null as string | null },
};
let stopped = held();

beforeEach(() => {
  stopped = held();
  let now = run;
  serve({
    'GET /{sendId}': () => now,
    'POST /cancel': async () => {
      await stopped.comes;
      now = { ...run, status: 'cancelled', endedAt: '2026-11-21T11:00:05Z' };
      return now;
    },
  });
});
afterEach(cleanup);

test('stopping a sending asks first and is done once, however often it is pressed', async () => {
  const say = vi.fn();
  openPage(
    { path: '/portal/registration/sendings', component: () => <OpenedSending sendId="s" say={say} /> },
    '/portal/registration/sendings',
    { onboarding },
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Cancel' }));
  const dialog = await screen.findByRole('dialog', { name: onboarding['sendings.stopTitle'] });
  expect(changes).toEqual([]);
  const stop = within(dialog).getByRole('button', { name: onboarding['sendings.stop'] });
  fireEvent.click(stop);
  fireEvent.click(stop);
  stopped.letGo();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(changes).toHaveLength(1);
  expect(say).toHaveBeenLastCalledWith({ kind: 'info', text: 'Sending stopped after 3 emails.' });
});

test.each([
  ['loginGuide', true],
  ['userCode', false],
])('%s: a sending whose last mails wait is not over, and can be stopped: %j', async (sendType, stoppable) => {
  const over = { ...run, sendType, status: 'completed', total: 3, sent: 3, endedAt: '2026-11-21T11:00:05Z' };
  serve({ 'GET /{sendId}': () => ({ ...over, waiting: 2 }) });
  openPage(
    { path: '/portal/registration/sendings', component: () => <OpenedSending sendId="s" say={() => {}} /> },
    '/portal/registration/sendings',
    { onboarding },
  );
  await screen.findByText('2 emails are in the queue. They are sent when the mail server accepts them.');
  expect(screen.getByText('1 of 3 users done')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Cancel' }) !== null).toBe(stoppable);
});

test.each([
  ['loginGuide', 'Couldn’t deliver the email to ben.'],
  ['userCode', 'Couldn’t deliver the new PIN to ben, and the old PIN no longer works.'],
])('%s: whoever did not get the mail is named, with what there is to do', async (sendType, sentence) => {
  const over = { ...run, sendType, status: 'completed', total: 3, sent: 2, failed: 1, endedAt: '2026-11-21T11:00:05Z' };
  serve({ 'GET /{sendId}': () => ({ ...over, refusals: [{ userId: 'ben', reason: 'mailFailed' }] }) });
  openPage(
    { path: '/portal/registration/sendings', component: () => <OpenedSending sendId="s" say={() => {}} /> },
    '/portal/registration/sendings',
    { onboarding },
  );
  await screen.findByText('May not have reached 1 user');
  expect(screen.getByRole('listitem', { hidden: true }).textContent).toContain(sentence);
});

test('a deleted mailing says so and links to the list', async () => {
  serve({
    'GET /{sendId}': () => {
      throw apiError(404, [{ message_id: 'not_found', message: '' }], 'r');
    },
  });
  openPage(
    { path: '/portal/registration/sendings', component: () => <OpenedSending sendId="s" say={() => {}} /> },
    '/portal/registration/sendings?sendId=s',
    { onboarding },
  );
  await screen.findByRole('heading', { name: onboarding['sendings.missing.title'] });
  const back = screen.getByRole('link', { name: onboarding['sendings.missing.back'] });
  expect(back.getAttribute('href')).toBe('/portal/registration/sendings');
});
