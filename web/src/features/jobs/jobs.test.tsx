import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import jobs from '#messages/en/jobs.json' with { type: 'json' };
import { openPage } from '../../../test/page.tsx';
import { serve } from '../../../test/server.ts';
import { Jobs } from './Jobs.tsx';
import { jobAddress } from './page-search.ts';

vi.mock('../../api/call.ts', () => import('../../../test/server.ts'));

afterEach(cleanup);

const shared = { fileName: null, action: null, total: 40, startedBy: 'admin', createdAt: '2026-11-21T11:00:00Z' };
const running = {
  ...{ ...shared, jobId: 'a', kind: 'mailRun', status: 'processing', share: 0.5, canCancel: true, finishedAt: null },
};
const ended = {
  ...{ ...shared, jobId: 'b', kind: 'userExport', status: 'completed', share: 1, canCancel: false },
  finishedAt: '2026-11-21T11:01:00Z',
};

function open(path = '/portal/jobs') {
  const asked: unknown[] = [];
  const stopped: string[] = [];
  serve({
    'GET /jobs': ({ query }: { query?: object }) => {
      asked.push(query);
      return { results: [running, ended], totalResults: 2, itemsPerPage: 20 };
    },
    'POST /bulkSendMail/{sendId}/cancel': ({ params }: { params: { sendId: string } }) => {
      stopped.push(params.sendId);
      return {};
    },
  });
  openPage({ path: '/portal/jobs', component: Jobs, validateSearch: jobAddress.read }, path, { jobs });
  return { asked, stopped };
}

test('each job leads to its own page; only one that may be stopped can be, after a question', async () => {
  const { stopped } = open();
  const link = await screen.findByRole('link', { name: 'Emails to 40 users' });
  expect(link.getAttribute('href')).toBe('/portal/registration/sendings');
  expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('50');
  const [stop, ...others] = screen.getAllByRole('button', { name: /^Stop job: / });
  expect(others).toEqual([]);
  fireEvent.click(stop as HTMLElement);
  const dialog = await screen.findByRole('dialog');
  expect(stopped).toEqual([]);
  fireEvent.click(within(dialog).getByRole('button', { name: 'Stop job' }));
  await waitFor(() => expect(stopped).toEqual(['a']));
  expect(await screen.findByText('Job stopped: Emails to 40 users.')).toBeDefined();
});

test('the kind in the address narrows the list', async () => {
  const { asked } = open('/portal/jobs?kind=mailRun');
  await screen.findByRole('link', { name: 'Emails to 40 users' });
  expect(asked).toContainEqual(expect.objectContaining({ kind: 'mailRun' }));
});
