import { cleanup, screen } from '@testing-library/react';
import type { UseQueryResult } from '@tanstack/react-query';
import { afterEach, expect, test } from 'vitest';
import ui from '#messages/en/ui.json' with { type: 'json' };
import { openPage } from '../../test/page.tsx';
import { apiError } from '../api/api-error.ts';
import { Loaded } from './Loaded.tsx';

afterEach(cleanup);

const missing = { title: 'There is no user ann', text: 'It may have been deleted.', back: 'Back to users' };

async function show(error: Error) {
  const query = { data: undefined, isError: true, error, refetch: () => undefined } as unknown as UseQueryResult<never>;
  const component = () => (
    <Loaded
      query={query}
      height={100}
      failedTitle="Couldn't load this user"
      missing={{ ...missing, to: '/portal/users' }}
    >
      {() => null}
    </Loaded>
  );
  openPage({ path: '/portal/users/$userId', component }, '/portal/users/ann', {}, [
    { path: '/portal/users', component: () => <h1>Users</h1> },
  ]);
  return (await screen.findByRole('heading')).textContent;
}

test('what does not exist is named, with the way back and nothing to try again', async () => {
  expect(await show(apiError(404, [{ message_id: 'not_found', message: '' }], 'r'))).toBe(missing.title);
  expect(screen.getByRole('link', { name: missing.back }).getAttribute('href')).toBe('/portal/users');
  expect(screen.queryByRole('button')).toBeNull();
});

test.each([
  ['another refusal', apiError(403, [{ message_id: 'forbidden', message: '' }], 'r')],
  ['no network', apiError(0, [{ message_id: 'service_unavailable', message: '' }], 'r')],
])('%s is a failure to try again', async (_, error) => {
  expect(await show(error)).toBe("Couldn't load this user");
  expect(screen.queryByRole('link')).toBeNull();
  expect(Boolean(screen.queryByText(ui.offline))).toBe(error.status === 0);
});
