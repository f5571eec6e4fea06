import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import users from '#messages/en/users.json' with { type: 'json' };
import { openPage } from '../../../../test/page.tsx';
import { changes, held, serve } from '../../../../test/server.ts';
import { ItemNames } from './ItemNames.tsx';

vi.mock('../../../api/call.ts', () => import('../../../../test/server.ts'));

const nameOne = { extensionAttribute1: { name: 'Floor' } };
let answer = held();

beforeEach(() => {
  answer = held();
  answer.letGo();
  let tenant = { tenantId: 'demo', userExtensionAttributeProperties: nameOne };
  serve({
    'GET /tenants/{tenantId}': () => tenant,
    'PUT /tenants/{tenantId}': async ({ body }) => {
      await answer.comes;
      tenant = { ...tenant, ...(body as object) };
      return tenant;
    },
  });
});
afterEach(cleanup);

const box = (number: number) => screen.findByLabelText<HTMLInputElement>(`Item ${number}`);
const type = async (number: number, value: string) => fireEvent.change(await box(number), { target: { value } });
const press = async (name: string) => fireEvent.click(await screen.findByText(name, { selector: 'button *' }));
const sent = () =>
  changes
    .map(({ body }) => body as { userExtensionAttributeProperties: object })
    .map(({ userExtensionAttributeProperties }) => userExtensionAttributeProperties);
const open = () => openPage({ path: '/portal/items', component: ItemNames }, '/portal/items', { users });

test('Undo leaves the names that were typed since', async () => {
  open();
  await type(1, 'Storey');
  await press('Save');
  await screen.findByText('Undo');
  await type(2, 'Badge');
  await press('Undo');
  await screen.findByText('The change was undone.');
  expect([(await box(1)).value, (await box(2)).value]).toEqual(['Floor', 'Badge']);
  expect(sent().at(-1)).toEqual(nameOne);
});

test('names typed while a save is under way are not lost', async () => {
  open();
  answer = held();
  await type(1, 'Storey');
  await press('Save');
  await type(1, 'Storey no.');
  await type(2, 'Badge');
  answer.letGo();
  await screen.findByText('Undo');
  expect([(await box(1)).value, (await box(2)).value]).toEqual(['Storey no.', 'Badge']);
  await press('Save');
  await waitFor(() => expect(sent()).toHaveLength(2));
  expect(sent()[1]).toEqual({ extensionAttribute1: { name: 'Storey no.' }, extensionAttribute2: { name: 'Badge' } });
});
