import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import errors from '#messages/en/errors.json' with { type: 'json' };
import pickers from '#messages/en/pickers.json' with { type: 'json' };
import { openPage } from '../../test/page.tsx';
import { serve } from '../../test/server.ts';
import { apiError } from '../api/api-error.ts';
import { AlertArea, type AlertContent } from '../ui/page/AlertArea.tsx';
import { GroupPlaces } from './GroupPlaces.tsx';

vi.mock('../api/call.ts', () => import('../../test/server.ts'));
vi.mock('./dialogs.ts', () => import('../../test/dialogs.ts'));

const gone = () => {
  throw apiError(404, [{ message_id: 'not_found', message: '' }], 'r');
};

beforeEach(() => {
  const night = { uuid: 'g1', groupId: 'night', name: 'Night shift', childCount: 0, parents: [] };
  serve({
    'POST /search/groups': () => ({ results: [night], totalResults: 1, itemsPerPage: 100 }),
    'POST /add/users': () => ({ matched: 1, changed: 1 }),
    'POST /remove/users': gone,
  });
});
afterEach(cleanup);

function Page() {
  const [alert, setAlert] = useState<AlertContent>();
  return (
    <>
      <AlertArea alert={alert} />
      <GroupPlaces
        placed={{ kind: 'users', tenantId: 'demo', id: 'taro' }}
        groups={[]}
        why=""
        none=""
        mayChange
        say={setAlert}
      />
    </>
  );
}

test('a failed Undo is shown on the page, instead of the success message', async () => {
  openPage({ path: '/place', component: Page }, '/place', { pickers });
  fireEvent.click(await screen.findByRole('button', { name: 'Add to group' }));
  const dialog = await screen.findByRole('dialog');
  fireEvent.click(await within(dialog).findByText('Night shift'));
  fireEvent.click(within(dialog).getByRole('button', { name: 'Add' }));
  await screen.findByText(/taro/);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Undo' })));
  expect((await screen.findByRole('alert')).textContent).toContain(errors.not_found);
  expect(screen.queryByText(/taro/)).toBeNull();
});
