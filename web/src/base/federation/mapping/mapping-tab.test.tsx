import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import openid from '#messages/en/openid.json' with { type: 'json' };
import { openPage } from '../../../../test/page.tsx';
import { serve } from '../../../../test/server.ts';
import { MappingTab } from './MappingTab.tsx';

vi.mock('../../../api/call.ts', () => import('../../../../test/server.ts'));

afterEach(cleanup);

test('custom fields have the names that the tenant gave them, others their number', async () => {
  serve({
    'GET /{tenantId}': () => ({ userExtensionAttributeProperties: { extensionAttribute3: { name: 'Badge' } } }),
  });
  const mapping = {
    mappedFields: [
      { claim: 'card', field: 'extensionAttribute3' },
      { claim: 'room', field: 'extensionAttribute4' },
    ],
    ...{ mappedGroups: [], everySignIn: true, groups: [], lastTest: null },
  };
  const component = () => (
    <MappingTab
      queryKey={['mapping']}
      read={async () => mapping}
      save={async () => mapping}
      pickGroup={() => null}
      say={() => undefined}
    />
  );
  openPage({ path: '/mapping', component }, '/mapping', { openid });
  await screen.findByText(/Badge/);
  expect(screen.getByText(/Custom field 4/)).toBeTruthy();
  expect(screen.queryByText(/Custom field 3/)).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: new RegExp(openid.map_field) }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.queryByText('Badge')).toBeNull();
  expect(dialog.getByText('Custom field 5')).toBeTruthy();
  cleanup();
  mapping.mappedFields.shift();
  openPage({ path: '/mapping', component }, '/mapping', { openid });
  await screen.findByText(/Custom field 4/);
  fireEvent.click(screen.getByRole('button', { name: new RegExp(openid.map_field) }));
  expect(await within(await screen.findByRole('dialog')).findByText('Badge')).toBeTruthy();
});
