import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { type LicenseCheck, type LicenseReasons, licenseChecks } from '#contract/licences/reasons.ts';
import reasons from '#messages/en/reasons.json' with { type: 'json' };
import { renderInPortal } from '../../../test/render.tsx';
import { meQuery } from '../session-queries.ts';
import { ReasonChecks } from './Reasons.tsx';

afterEach(cleanup);

const ofUsers = licenseChecks.filter((check) => check !== 'deviceType');

/** A licence that a user is permitted, but for what has failed. */
const license = (failed: LicenseCheck[], more: Partial<LicenseReasons> = {}): LicenseReasons => ({
  licenseId: 'print-flow-team',
  contractId: 'c',
  serviceClass: 'print-flow',
  serviceName: 'Print Flow',
  usable: failed.length === 0,
  checks: ofUsers.map((check) => ({ check, passed: !failed.includes(check) })),
  status: 'activated',
  startsAt: '2026-01-01T00:00:00Z',
  expiresAt: null,
  lockedUntil: null,
  availableRoles: null,
  availableDeviceTypes: null,
  ground: 'direct',
  revision: 1,
  seatsLeft: 2,
  remedy: null,
  ...more,
});

/** Shows why to an administrator of a tenant in a time zone. */
async function show(one: LicenseReasons, timezone = 'UTC') {
  const queryClient = new QueryClient();
  queryClient.setQueryData(meQuery.queryKey, { tenantId: 'demo', timezone } as never);
  const why = <ReasonChecks holder={{ tenantId: 'demo', type: 'user', id: 'taro' }} license={one} />;
  const router = createRouter({
    routeTree: createRootRoute({ component: () => why }),
    history: createMemoryHistory(),
  });
  renderInPortal(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
    { reasons },
  );
  const list = await screen.findByRole('list');
  return list.textContent;
}

test('a lock shows its end, that open sessions continue, and links to where it is lifted', async () => {
  const until = { lockedUntil: '2026-04-01T10:30:00Z', remedy: 'unlock' } as const;
  const said = await show(license(['lock'], until), 'Asia/Tokyo');
  expect(said).toContain('The account is locked until Apr 1, 2026, 19:30. New sign-ins fail');
  expect(said).toContain('existing sessions continue');
  expect(screen.getByText('Unlock the account.')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Go to user' }).getAttribute('href')).toBe('/portal/users/taro');
});

test('a lock without an end waits for an administrator; who is invited, for themselves', async () => {
  expect(await show(license(['lock'], { remedy: 'unlock' }))).toContain('until an administrator unlocks it');
  cleanup();
  const invited = await show(license(['registration'], { remedy: 'register' }));
  expect(invited).toContain('Registration isn’t finished.');
  expect(screen.getByText('The user must finish the registration.')).toBeTruthy();
});

test('begin and end are said with their time: what ends as a day begins is over on that day', async () => {
  const dates = { startsAt: '2026-01-01T00:00:00Z', expiresAt: '2026-04-01T00:00:00Z' };
  expect(await show(license([], dates))).toContain('The license runs until Apr 1, 2026, 00:00.');
  cleanup();
  expect(await show(license([], dates), 'America/New_York')).toContain('valid since Dec 31, 2025, 19:00.');
  cleanup();
  expect(await show(license(['begun'], dates))).toContain('The license starts on Jan 1, 2026, 00:00.');
});

test('what is suspended and has expired says both', async () => {
  const both = await show(license(['expiry', 'suspension'], { status: 'expired' }));
  expect(both).toContain('The license has expired.');
  expect(both).toContain('Your provider has suspended the license.');
  expect(screen.getByText(/^Several requirements aren’t met/)).toBeTruthy();
});

test('seats without a limit are not counted', async () => {
  const none = { ground: 'none', remedy: 'permit' } as const;
  expect(await show(license(['permission'], { ...none, seatsLeft: 1 }))).toContain('1 seat is left.');
  cleanup();
  const unlimited = await show(license(['permission'], { ...none, seatsLeft: null }));
  expect(unlimited).toContain('Seats are unlimited.');
});
