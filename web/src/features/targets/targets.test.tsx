import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { usualMapping } from '#contract/provisioning/target-values.ts';
import common from '#messages/en/common.json' with { type: 'json' };
import events from '#messages/en/events.json' with { type: 'json' };
import history from '#messages/en/history.json' with { type: 'json' };
import logs from '#messages/en/logs.json' with { type: 'json' };
import provisioning from '#messages/en/provisioning.json' with { type: 'json' };
import targets from '#messages/en/targets.json' with { type: 'json' };
import transfer from '#messages/en/transfer.json' with { type: 'json' };
import ui from '#messages/en/ui.json' with { type: 'json' };
import webhooks from '#messages/en/webhooks.json' with { type: 'json' };
import { openPage } from '../../../test/page.tsx';
import { changes, serve } from '../../../test/server.ts';
import { apiError } from '../../api/api-error.ts';
import { readTargetPageSearch } from './detail/page-search.ts';
import { TargetPage } from './detail/TargetPage.tsx';
import { TargetList } from './list/TargetList.tsx';
import type { ProvisionedUser, Target } from './queries.ts';

vi.mock('../../api/call.ts', () => import('../../../test/server.ts'));

afterEach(cleanup);
// The browser of these tests has no popovers.
HTMLElement.prototype.hidePopover ??= () => undefined;

const texts = { common, events, history, logs, provisioning, targets, transfer, ui, webhooks };
const target: Target = {
  ...{ uuid: '01a0', name: 'Wiki', address: 'https://wiki.example/scim', active: true, stopReason: null },
  ...{ assignment: 'everyone', clientId: null, groups: [], onRemoval: 'deactivate', maxLeavingPercent: 20 },
  ...{ mapping: usualMapping, stoppedAt: null, failingSince: null, failure: null, status: null, nextAt: null },
  ...{ lastPushedAt: null, comparedAt: '2026-11-01T00:00:00Z', heldAt: null },
  users: { waiting: 0, held: 0, inStep: 3, match: 0, dead: 0 },
  ...{ createdAt: '2026-11-01T00:00:00Z', updatedAt: '2026-11-01T00:00:00Z' },
};
const user: ProvisionedUser = {
  ...{ uuid: '01b0', userId: 'hana', familyName: 'Suzuki', givenName: 'Hana', state: 'dead', wanted: 'active' },
  ...{ remoteId: null, match: null, tries: 1, triedAt: '2026-11-02T00:00:00Z', nextAt: null },
  ...{ status: 400, failure: 'status', answer: 'userName is too long' },
};

const list = { path: '/portal/provisioning-targets', component: TargetList };
const one = { path: '/portal/provisioning-targets/$uuid', component: TargetPage, validateSearch: readTargetPageSearch };
const ofUser = { path: '/portal/users/$userId', component: () => <p>user</p> };
const answers = (now: Target, more: Parameters<typeof serve>[0] = {}) => ({
  'GET /provisioningTargets/{uuid}/users': () => ({ results: [user], next: null }),
  'GET /provisioningTargets/{uuid}': () => now,
  'GET /provisioningTargets': () => ({ results: [now] }),
  ...more,
});
const openOne = (search = '') => openPage(one, `/portal/provisioning-targets/01a0${search}`, texts, [list, ofUser]);
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));
const type = async (label: string, value: string) =>
  fireEvent.change(await screen.findByLabelText(new RegExp(label)), { target: { value } });

test('a target is added, and what the server refuses is said at its field', async () => {
  let tries = 0;
  serve(
    answers(target, {
      'POST /provisioningTargets': () => {
        tries += 1;
        if (tries === 1) throw apiError(409, [{ message_id: 'duplicated', message: '' }], 'r');
        return target;
      },
    }),
  );
  const { address } = openPage(list, '/portal/provisioning-targets', texts, [one, ofUser]);
  await press(targets.add);
  const dialog = within(await screen.findByRole('dialog'));
  const send = dialog.getByRole('button', { name: targets.add });
  await type(common.name, ' Wiki ');
  await type(provisioning.baseUrl, 'https://wiki.example/scim');
  await type(provisioning.token, 'se cret');
  expect(send).toHaveProperty('disabled', true);
  await type(provisioning.token, 'secret');
  // Nobody is chosen yet.
  expect(send).toHaveProperty('disabled', true);
  fireEvent.click(dialog.getByRole('radio', { name: history.assignment_everyone }));
  fireEvent.click(send);
  await dialog.findByText(targets.nameTaken);
  await type(common.name, 'Wiki 2');
  fireEvent.click(send);
  await waitFor(() => expect(address()).toBe('/portal/provisioning-targets/01a0'));
  expect(changes.at(-1)?.body).toEqual({
    ...{ name: 'Wiki 2', address: 'https://wiki.example/scim', token: 'secret' },
    ...{ assignment: 'everyone', clientId: null, groups: [] },
  });
});

test('a dead letter is read and tried again, one and all', async () => {
  const now = { ...target, users: { ...target.users, dead: 2 } };
  serve(answers(now, { 'POST /provisioningTargets/{uuid}/decisions': () => ({ users: 2 }) }));
  openOne();
  await press(targets.viewOf.replace('{{name}}', 'hana'));
  await screen.findByText('userName is too long');
  await press(targets.act_retry);
  await waitFor(() => expect(changes.at(-1)?.body).toEqual({ decision: 'retry', users: ['01b0'] }));
  await press(targets.act_retryAll);
  await waitFor(() => expect(changes.at(-1)?.body).toEqual({ decision: 'retry', users: null }));
  await screen.findByText(targets.decided_retry.replace('{{number}}', '2'));
});

test.each([
  ['adopt', 'match', targets.matchNow, targets.act_adoptAll],
  ['allow', 'held', targets.heldNow, targets.act_allowAll],
] as const)('all are decided after the number is typed: %s', async (decision, state, note, all) => {
  const now = { ...target, heldAt: '2026-11-02T00:00:00Z', users: { ...target.users, [state]: 120 } };
  serve(answers(now, { 'POST /provisioningTargets/{uuid}/decisions': () => ({ users: 120 }) }));
  openOne();
  await screen.findByText(note.replace('{{number}}', '120'));
  await press(all);
  const dialog = within(await screen.findByRole('dialog'));
  const send = dialog.getByRole('button', { name: all });
  expect(send).toHaveProperty('disabled', true);
  fireEvent.change(dialog.getByRole('textbox'), { target: { value: '120' } });
  fireEvent.click(send);
  await waitFor(() => expect(changes.at(-1)?.body).toEqual({ decision, users: null }));
});

test('an account of the same name is shown before it is linked', async () => {
  const match = { remoteId: 'r-9', externalId: 'theirs' };
  serve(
    answers(target, {
      'GET /provisioningTargets/{uuid}/users': () => ({ results: [{ ...user, state: 'match', match }], next: null }),
      'POST /provisioningTargets/{uuid}/decisions': () => ({ users: 1 }),
    }),
  );
  openOne('?state=match');
  await press(targets.viewOf.replace('{{name}}', 'hana'));
  await screen.findByText(targets.matchOf.replace('{{id}}', 'r-9').replace('{{externalId}}', 'theirs'));
  await press(targets.act_adopt);
  await waitFor(() => expect(changes.at(-1)?.body).toEqual({ decision: 'adopt', users: ['01b0'] }));
});

test('another host needs its token, and attributes are chosen', async () => {
  serve(answers(target, { 'PUT /provisioningTargets/{uuid}': ({ body }) => ({ ...target, ...body }) }));
  openOne('?tab=settings');
  await type(provisioning.baseUrl, 'https://other.example/scim');
  await screen.findByText(targets.tokenNeeded);
  expect(await screen.findByRole('button', { name: common.save })).toHaveProperty('disabled', true);
  await type(targets.newToken, 'new-token');
  fireEvent.change(screen.getByLabelText(/userName/), { target: { value: 'mailAddress' } });
  fireEvent.change(screen.getByLabelText(/timezone/), { target: { value: '' } });
  await press(common.save);
  await waitFor(() => expect(changes.at(-1)?.method).toBe('PUT'));
  const { timezone: _, ...others } = usualMapping;
  expect(changes.at(-1)?.body).toEqual({
    ...{ address: 'https://other.example/scim', token: 'new-token', mapping: { ...others, userName: 'mailAddress' } },
    expected: { address: target.address, mapping: target.mapping },
  });
});

test('what an app is sent for a user is shown', async () => {
  serve(
    answers(target, {
      'GET /provisioningTargets/{uuid}/preview': () => ({ assigned: false, resource: '{"userName":"hana"}' }),
    }),
  );
  openOne();
  await press(webhooks.acts);
  await press(targets.act_preview);
  const dialog = within(await screen.findByRole('dialog'));
  fireEvent.change(dialog.getByRole('textbox'), { target: { value: 'hana' } });
  fireEvent.click(dialog.getByRole('button', { name: targets.act_preview }));
  await screen.findByText(/"userName": "hana"/);
  await screen.findByText(targets.previewNotAssigned);
});

test('what a comparison found is shown, and what drifted is sent again', async () => {
  const counts = { create: 0, change: 1, leave: 0, match: 0, noUserName: 0, unknown: 7 };
  serve(
    answers(target, {
      'GET /provisioningTargets/{uuid}/comparison': () => ({
        ...{ state: 'done', read: 10, total: 10, beganAt: '2026-11-02T00:00:00Z', endedAt: '2026-11-02T00:01:00Z' },
        ...{ same: 2, counts, failure: null, status: null, answer: null },
      }),
      'GET /provisioningTargets/{uuid}/differences': () => ({
        results: [
          { id: '01b0', kind: 'change', userUuid: '01b0', name: 'hana', remoteId: 'r-1', fields: ['displayName'] },
        ],
        next: null,
      }),
      'POST /provisioningTargets/{uuid}/comparison': () => undefined,
      'POST /provisioningTargets/{uuid}/decisions': () => ({ users: 1 }),
    }),
  );
  openOne('?tab=comparison');
  await screen.findByText('displayName');
  await press(targets.repair);
  await waitFor(() => expect(changes.at(-1)?.body).toEqual({ decision: 'repair', users: null }));
  await press(targets.compare);
  await waitFor(() => expect(changes.at(-1)?.path).toMatch(/comparison$/));
});

test('a comparison that failed says why, and nothing of what differs', async () => {
  const counts = { create: 3, change: 0, leave: 0, match: 0, noUserName: 0, unknown: 0 };
  serve(
    answers(target, {
      'GET /provisioningTargets/{uuid}/comparison': () => ({
        ...{ state: 'failed', read: 100, total: 200, beganAt: '2026-11-02T00:00:00Z', endedAt: '2026-11-02T00:01:00Z' },
        ...{ same: 2, counts, failure: 'status', status: 500, answer: 'out of order' },
      }),
    }),
  );
  openOne('?tab=comparison');
  await screen.findByText(targets.compareFailed);
  expect(screen.getByText(targets.comparedOn)).toBeTruthy();
  for (const words of [targets.kind_same, targets.kind_create, targets.noDifference])
    expect(screen.queryByText(words)).toBeNull();
  expect(screen.queryByRole('table')).toBeNull();
});
