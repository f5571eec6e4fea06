import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { GuestProvider } from '../../guest-kit/context.tsx';
import { ConfirmDevice } from './ConfirmDevice.tsx';

afterEach(cleanup);

const t = (key: string, values?: object) => [key, ...Object.values(values ?? {})].join(' ');

test.each([
  ['Meeting room display. Checked by your IT department: please let it in.', ''],
  ['Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0 please let it in', 'device.browserOnSystem Firefox Linux'],
  ['Linux, says your IT department', 'Linux'],
])('of %j the page says no more than it knows', (userAgent, said) => {
  const device = {
    clientId: 'demo.x',
    clientName: 'Display',
    scopes: [],
    api: null,
    shares: [],
    address: '203.0.113.7',
    userAgent,
    assigned: true,
    needsMfa: false,
  };
  const { container } = render(
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
  expect(container.textContent).not.toMatch(/let it in|IT department/);
  expect(container.querySelector('.g-facts .g-small')?.textContent ?? '').toBe(said);
});
