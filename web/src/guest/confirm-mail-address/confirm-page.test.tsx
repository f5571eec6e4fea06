import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { GuestLook } from '#contract/site/theme.ts';
import { serve } from '../../../test/server.ts';
import { GuestProvider } from '../../guest-kit/context.tsx';
import ConfirmMailAddressPage from './ConfirmMailAddressPage.tsx';

vi.mock('../../api/call.ts', () => import('../../../test/server.ts'));

const look: GuestLook = {
  ...{ tenantId: 'demo', themeColor: '#0b7a75', logo: null, logoPlate: true },
  ...{ headerTitle: null, headerStyle: 'plain' },
};
const guest = { language: 'en', product: 'Portico', t: (key: string) => key, data: { look } };

beforeEach(() => history.replaceState(null, '', '/portal/confirm-mail-address.html?exchangeCode=mailed'));
afterEach(cleanup);

async function confirmAs(person: { passwordAssigned: boolean; passwordOpen?: boolean }) {
  const confirmed = {
    tenantId: 'demo',
    userId: 'hana',
    loginMailAddress: 'hana@demo.example',
    passwordOpen: true,
    ...person,
  };
  serve({ 'POST /confirmLoginMailAddress': () => confirmed });
  render(
    <GuestProvider guest={guest}>
      <ConfirmMailAddressPage />
    </GuestProvider>,
  );
  fireEvent.click(await screen.findByText('registration.confirmAddress'));
  await screen.findByText('registration.addressConfirmedTitle');
}
const buttons = () => [...document.querySelectorAll('a.g-button')].map((link) => link.getAttribute('href'));

test('a user without a password is told so and sent to where one is set', async () => {
  await confirmAs({ passwordAssigned: false });
  expect(screen.getByText('registration.addressConfirmedNoPassword')).toBeDefined();
  expect(buttons()).toEqual(['/portal/reset-password-request.html?tenantId=demo']);
});

test('a user with a password continues with it', async () => {
  await confirmAs({ passwordAssigned: true });
  expect(screen.getByText('registration.addressConfirmed')).toBeDefined();
  expect(buttons()).toEqual(['/portal/top.html']);
});

test('where passwords are closed to a user, none is offered and none is said to sign in', async () => {
  await confirmAs({ passwordAssigned: false, passwordOpen: false });
  expect(screen.queryByText(/addressConfirmed(NoPassword)?$/)).toBeNull();
  expect(buttons()).toEqual(['/portal/top.html']);
});
