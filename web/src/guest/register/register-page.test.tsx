import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useEffect } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import type { GuestLook } from '#contract/site/theme.ts';
import { serve } from '../../../test/server.ts';
import { apiError } from '../../api/api-error.ts';
import { GuestProvider } from '../../guest-kit/context.tsx';
import type { LinkStartProps } from '../../guest-kit/LinkStart.tsx';
import RegisterPage from './RegisterPage.tsx';

const person = { tenantId: 'demo', tenantName: 'Demo', userId: 'taro', familyName: '', givenName: '' };
let passwordOpen = true;
const passwordPolicy = { minLength: 8, minUppercase: 0, minSpecial: 0, minNumeric: 0, history: 0 };

vi.mock('../../api/call.ts', () => import('../../../test/server.ts'));
vi.mock('./register-calls.ts', async (original) => ({
  ...(await original<typeof import('./register-calls.ts')>()),
  readRegistration: async () => ({ ...person, loginMailAddress: 'taro@demo.example', passwordOpen, passwordPolicy }),
  register: async () => {
    throw apiError(409, [{ message_id: 'duplicated_params_loginMailAddress', message: '' }], 'r');
  },
}));
vi.mock('../../guest-kit/LinkStart.tsx', () => ({
  LinkStart: ({ onOpen }: LinkStartProps) => {
    // biome-ignore lint/correctness/useExhaustiveDependencies: as opened once
    useEffect(() => onOpen({ tenantId: 'demo', temporaryCode: 'code' } as Parameters<typeof onOpen>[0]), []);
    return null;
  },
  LinkSpent: () => null,
}));

afterEach(() => {
  cleanup();
  passwordOpen = true;
});

function open(): HTMLElement {
  const look: GuestLook = {
    ...{ tenantId: 'demo', themeColor: '#0b7a75', logo: null, logoPlate: true },
    ...{ headerTitle: null, headerStyle: 'plain' },
  };
  const guest = { language: 'en', product: 'Portico', t: (key: string) => key, data: { look } };
  return render(
    <GuestProvider guest={guest}>
      <RegisterPage />
    </GuestProvider>,
  ).container;
}

test('if another account took the address meanwhile, the page says what to do', async () => {
  const container = open();
  await screen.findByText('registration.register');
  const password = container.querySelector('input[type="password"]') as HTMLInputElement;
  fireEvent.change(password, { target: { value: 'copper meadow 93 window' } });
  fireEvent.submit(container.querySelector('form') as HTMLFormElement);
  await waitFor(() => expect(screen.getByText('registration.addressTaken')).toBeTruthy());
  expect(container.querySelector('form')).toBeNull();
});

test('where passwords are closed, none is asked for, and a provider that is missing is said', async () => {
  passwordOpen = false;
  serve({ 'POST /loginType/site': () => ({ loginTypes: [], providers: [] }) });
  const container = open();
  await screen.findByText('registration.noWay');
  expect(screen.getByText('registration.registerByProvider')).toBeTruthy();
  expect(container.querySelector('input[type="password"], button[type="submit"]')).toBeNull();
});
