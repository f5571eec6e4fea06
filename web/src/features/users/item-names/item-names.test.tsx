import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import tenantTexts from '#messages/en/tenant.json' with { type: 'json' };
import users from '#messages/en/users.json' with { type: 'json' };
import { openPage } from '../../../../test/page.tsx';
import { changes, held, serve } from '../../../../test/server.ts';
import { apiError } from '../../../api/api-error.ts';
import { ItemNames } from './ItemNames.tsx';

vi.mock('../../../api/call.ts', () => import('../../../../test/server.ts'));

const nameOne = { extensionAttribute1: { name: 'Floor' } };
let answer = held();
let tenant: { tenantId: string; userExtensionAttributeProperties: object; itemNamesVersion: string };

/** Somebody else saves names. */
function renameMeanwhile(userExtensionAttributeProperties: object): void {
  tenant = { ...tenant, userExtensionAttributeProperties, itemNamesVersion: `${tenant.itemNamesVersion}+` };
}

beforeEach(() => {
  answer = held();
  answer.letGo();
  tenant = { tenantId: 'demo', userExtensionAttributeProperties: nameOne, itemNamesVersion: '1' };
  serve({
    'GET /tenants/{tenantId}': () => tenant,
    'PUT /tenants/{tenantId}': async ({ body }) => {
      await answer.comes;
      const { itemNamesVersion, userExtensionAttributeProperties } = body as typeof tenant;
      if (itemNamesVersion !== tenant.itemNamesVersion)
        throw apiError(409, [{ message_id: 'conflict', message: '' }], 'r');
      renameMeanwhile(userExtensionAttributeProperties);
      return tenant;
    },
  });
});
afterEach(cleanup);

const box = (number: number) => screen.findByLabelText<HTMLInputElement>(`Custom field ${number}`);
const type = async (number: number, value: string) => fireEvent.change(await box(number), { target: { value } });
const press = async (name: string) => fireEvent.click(await screen.findByText(name, { selector: 'button *' }));
const sent = () =>
  changes
    .map(({ body }) => body as { userExtensionAttributeProperties: object })
    .map(({ userExtensionAttributeProperties }) => userExtensionAttributeProperties);
const open = () =>
  openPage({ path: '/portal/items', component: ItemNames }, '/portal/items', { users, tenant: tenantTexts });

test('Undo leaves the names that were typed since', async () => {
  open();
  await type(1, 'Storey');
  await press('Save');
  await screen.findByText('Undo');
  await type(2, 'Badge');
  await press('Undo');
  await screen.findByText(users.undone);
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

test('a concurrent change is shown and only overwritten on purpose', async () => {
  open();
  await type(1, 'Storey');
  await type(2, 'Badge');
  renameMeanwhile({ extensionAttribute1: { name: 'Level' }, extensionAttribute3: { name: 'Room' } });
  await press('Save');
  await screen.findByText('Custom field 1 is now: Level');
  expect(screen.getByText('You entered: Storey')).toBeTruthy();
  expect(screen.getByText('Custom field 3 is now: Room')).toBeTruthy();
  await press('Use theirs');
  expect([(await box(1)).value, (await box(2)).value, (await box(3)).value]).toEqual(['Level', 'Badge', 'Room']);
  await press('Save');
  await screen.findByText(users['itemNames.saved']);
  expect(sent().at(-1)).toEqual({
    extensionAttribute1: { name: 'Level' },
    extensionAttribute2: { name: 'Badge' },
    extensionAttribute3: { name: 'Room' },
  });
});

test('one’s own name can be kept over theirs', async () => {
  open();
  await type(1, 'Storey');
  renameMeanwhile({});
  await press('Save');
  await screen.findByText('Custom field 1 is now: No name');
  await press('Use mine');
  await press('Save');
  await screen.findByText(users['itemNames.saved']);
  expect(sent().at(-1)).toEqual({ extensionAttribute1: { name: 'Storey' } });
});

test('Undo does not revert what another administrator saved since', async () => {
  open();
  await type(1, 'Storey');
  await press('Save');
  await screen.findByText('Undo');
  renameMeanwhile({ extensionAttribute1: { name: 'Storey' }, extensionAttribute2: { name: 'Theirs' } });
  await press('Undo');
  await screen.findByText('Custom field 2 is now: Theirs');
  expect(tenant.userExtensionAttributeProperties).toMatchObject({ extensionAttribute2: { name: 'Theirs' } });
  await press('Load their changes');
  expect([(await box(1)).value, (await box(2)).value]).toEqual(['Storey', 'Theirs']);
});

test('Enter saves names that are right', async () => {
  open();
  await type(2, 'Floor');
  await userEvent.type(await box(2), '{Enter}');
  expect(sent()).toEqual([]);
  await type(2, 'Badge');
  await userEvent.type(await box(2), '{Enter}');
  await screen.findByText(users['itemNames.saved']);
  expect(sent()).toEqual([{ extensionAttribute1: { name: 'Floor' }, extensionAttribute2: { name: 'Badge' } }]);
});
