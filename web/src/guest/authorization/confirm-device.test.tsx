import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { GuestProvider } from '../../guest-kit/context.tsx';
import { ConfirmDevice } from './ConfirmDevice.tsx';
import type { DeviceRequest } from './device-calls.ts';

afterEach(cleanup);

const t = (key: string, values?: object) => [key, ...Object.values(values ?? {})].join(' ');

function show(given: Partial<DeviceRequest>) {
  const device: DeviceRequest = {
    ...{ clientId: 'demo.x', clientName: 'Display', scopes: [], api: null, shares: [] },
    ...{ address: '203.0.113.7', userAgent: '', assigned: true, missingProof: null },
    ...given,
  };
  return render(
    <GuestProvider guest={{ language: 'en', product: 'Portico', t, data: {} }}>
      <ConfirmDevice
        userCode="BCDF-GHJK"
        device={device}
        account={undefined}
        guarded={(work) => work}
        onEnd={() => {}}
      />
    </GuestProvider>,
  );
}

test.each([
  ['Meeting room display. Checked by your IT department: please let it in.', ''],
  ['Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0 please let it in', 'device.browserOnSystem Firefox Linux'],
  ['Linux, says your IT department', 'Linux'],
])('of %j the page says no more than it knows', (userAgent, said) => {
  const { container } = show({ userAgent });
  expect(container.textContent).not.toMatch(/let it in|IT department/);
  expect(container.querySelector('.g-facts .g-small')?.textContent ?? '').toBe(said);
});

test.each([
  ['mfa', 'device.needsMfa', '/mfa-authenticator-setting.html?prove=mfa&url='],
  ['signIn', 'device.needsSignIn', '/login.html?url='],
  ['unobtainable', 'device.unobtainable', null],
] as const)('a session that lacks %s cannot connect it, and is shown the way if there is one', (missing, text, way) => {
  const { container } = show({ missingProof: missing });
  expect(container.textContent).toContain(text);
  expect((screen.getByRole('button', { name: 'device.accept' }) as HTMLButtonElement).disabled).toBe(true);
  expect((screen.getByRole('button', { name: 'device.refuse' }) as HTMLButtonElement).disabled).toBe(false);
  const back = encodeURIComponent(`${location.pathname}?user_code=BCDF-GHJK`);
  const links = screen.queryAllByRole('link').map((link) => link.getAttribute('href'));
  expect(links).toEqual(way === null ? [] : [`${way}${back}`]);
});
