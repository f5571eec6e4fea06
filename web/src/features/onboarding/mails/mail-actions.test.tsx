import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import onboarding from '#messages/en/onboarding.json' with { type: 'json' };
import { renderInPortal } from '../../../../test/render.tsx';
import { mailRunsKey } from '../../../base/jobs/job-queries.ts';
import { MailActions } from './MailActions.tsx';

vi.mock('../../../api/call.ts', () => ({ call: async () => ({ sendId: 's', total: 1, cancelled: 1 }) }));
vi.mock('@tanstack/react-router', async (original) => ({
  ...(await original<object>()),
  useNavigate: () => async () => undefined,
}));

const read = { mails: ['registrationMails', 20, {}], histories: ['users', 'demo', 'history'], sendings: mailRunsKey };

afterEach(cleanup);

test.each([
  ['mails.resend', ['sendings']],
  ['mails.cancel', ['mails', 'histories']],
] as const)('%s: what is out of date at once is %j', async (button, stale) => {
  const client = new QueryClient();
  for (const key of Object.values(read)) client.setQueryData(key, {});
  const onDone = vi.fn();
  renderInPortal(
    <QueryClientProvider client={client}>
      <MailActions target={{ uuids: ['m'], userIds: ['anna'] }} say={vi.fn()} onDone={onDone} />
    </QueryClientProvider>,
    { onboarding },
  );
  fireEvent.click(screen.getByRole('button', { name: onboarding[button] }));
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: onboarding[button] }));
  await waitFor(() => expect(onDone).toHaveBeenCalled());
  const found = Object.entries(read).flatMap(([name, key]) => (client.getQueryState(key)?.isInvalidated ? [name] : []));
  expect(found).toEqual(stale);
});

test('over the limit of a call, it says what to do instead', () => {
  const say = vi.fn();
  const ids = Array.from({ length: 1001 }, (_, at) => `m${at}`);
  const target = { uuids: ids, userIds: ids.slice(0, 10) };
  renderInPortal(
    <QueryClientProvider client={new QueryClient()}>
      <MailActions target={target} say={say} onDone={vi.fn()} />
    </QueryClientProvider>,
    { onboarding },
  );
  for (const button of ['mails.resend', 'mails.cancel'] as const) {
    fireEvent.click(screen.getByRole('button', { name: onboarding[button] }));
    const text = onboarding['mails.tooMany'].replace('{{most}}', '1,000');
    expect(say).toHaveBeenLastCalledWith({ kind: 'warning', text });
  }
  expect(screen.queryByRole('dialog')).toBeNull();
});
