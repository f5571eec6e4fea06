import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import permissions from '#messages/en/permissions.json' with { type: 'json' };
import { renderInPortal } from '../../../test/render.tsx';
import { meQuery } from '../../base/session-queries.ts';
import { RuleDialog } from './RuleDialog.tsx';
import type { License } from './types.ts';

afterEach(cleanup);

const asked = vi.hoisted((): unknown[] => []);
vi.mock('../../api/call.ts', () => ({
  call: async ({ body }: { body: unknown }) => {
    asked.push(body);
    return { gaining: 1, losing: 0, exceptions: 0, used: 4 };
  },
}));

const license: License = {
  licenseId: 'one',
  contractId: 'c',
  serviceName: 'Print Flow',
  serviceClass: 'print-flow',
  usedVolume: 3,
  overUsedSince: null,
  volume: 5,
  volumeType: 'device',
  availableRoles: null,
  availableDeviceTypes: ['PorticoMfp', 'PorticoIwb'],
  status: 'activated',
  startsAt: '2026-01-01T00:00:00Z',
  expiresAt: null,
  contractSystemExtension: { ratePlanName: 'p', subscriptionRegionalId: '' },
};

test('a type of the rule that the provider no longer offers is neither counted nor saved', async () => {
  const queryClient = new QueryClient();
  queryClient.setQueryData(meQuery.queryKey, { tenantId: 'demo', permissions: [] } as never);
  const onSave = vi.fn();
  const deviceTypes = ['PorticoMfp', 'PowerMeter'];
  const rule = { licenseId: 'one', allUsers: false, deviceTypes, exceptions: 0, singles: 0, revision: 1 };
  renderInPortal(
    <QueryClientProvider client={queryClient}>
      <RuleDialog license={license} rule={rule} busy={false} onSave={onSave} onCancel={() => undefined} />
    </QueryClientProvider>,
    { permissions },
  );
  await screen.findByText('1 more device gets the license.');
  expect(asked).toMatchObject([{ deviceTypeList: ['PorticoMfp'] }]);
  fireEvent.click(screen.getByRole('checkbox', { name: 'PorticoIwb' }));
  const save = screen.getByRole<HTMLButtonElement>('button', { name: 'Save rule' });
  await waitFor(() => expect(save.disabled).toBe(false));
  fireEvent.click(save);
  expect(onSave).toHaveBeenCalledWith(['PorticoMfp', 'PorticoIwb'], false);
});
