import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import common from '#messages/en/common.json' with { type: 'json' };
import onboarding from '#messages/en/onboarding.json' with { type: 'json' };
import ui from '#messages/en/ui.json' with { type: 'json' };
import { openPage } from '../../../../test/page.tsx';
import { type Asked, changes, serve } from '../../../../test/server.ts';
import { mailAddress } from './mail-search.ts';
import { RegistrationMails } from './RegistrationMails.tsx';

vi.mock('../../../api/call.ts', () => import('../../../../test/server.ts'));

afterEach(cleanup);

const uuid = '0193f7c2-5d1e-7a44-8000-00000000000a';
const mail = (userId: string) => ({
  ...{ uuid, userId, familyName: '', givenName: '', mailAddress: `${userId}@example.com`, state: 'pending' },
  ...{ mailState: 'sent' as string | null, sentAt: null, expiresAt: null, openedAt: null, completedAt: null },
});
const open = (search: string) => {
  const page = { path: '/portal/registration/mails', component: RegistrationMails, validateSearch: mailAddress.read };
  return openPage(page, `/portal/registration/mails${search}`, { common, onboarding });
};

test('a last page that is empty by now is left for the first', async () => {
  serve({
    'POST /search/registrationMails': ({ body }: Asked) =>
      (body as { cursor?: string }).cursor
        ? { totalResults: 1, results: [] }
        : { totalResults: 1, results: [mail('anna')] },
  });
  const { address } = open(`?state=pending&cursor=${uuid}`);
  await screen.findByLabelText('Select anna');
  expect(address()).toBe('/portal/registration/mails?state=pending');
});

const words = (template: string, count: number) => template.replace('{{count}}', String(count));
const serveTwoSearches = () => {
  const [bens, annas] = [uuid.replace(/.$/, 'b'), uuid];
  serve({
    'POST /search/registrationMails': ({ body }: Asked) => ({
      totalResults: 2,
      results: [(body as { keyword?: string }).keyword ? mail('anna') : { ...mail('ben'), uuid: bens }],
    }),
    'POST /bulkSendMail': () => ({ sendId: uuid, total: 2 }),
    'POST /cancelRegistrationMails': () => ({ cancelled: 2 }),
  });
  return [bens, annas];
};
const searchAnew = async (address: () => string) => {
  fireEvent.change(screen.getByLabelText(onboarding['mails.search']), { target: { value: 'x' } });
  await waitFor(() => expect(address()).toContain('keyword=x'));
  return screen.findByLabelText('Select anna');
};

test.each([
  ['mails.resend', 'mails.resendTitle_other', () => ({ sendType: 'registration', userIds: ['ben', 'anna'] })],
  ['mails.cancel', 'mails.cancelTitle_other', (uuids: string[]) => ({ uuids })],
] as const)(
  'what was chosen in one search stays so in another, is counted, and %s is for it too',
  async (button, title, body) => {
    const uuids = serveTwoSearches();
    const { address } = open('?state=pending');
    fireEvent.click(await screen.findByLabelText('Select ben'));
    const anna = await searchAnew(address);
    expect(screen.getByText(words(ui.chosen_one, 1))).toBeTruthy();
    expect(screen.getByText(words(ui.chosenElsewhere_one, 1))).toBeTruthy();
    fireEvent.click(anna);
    expect(screen.getByText(words(ui.chosen_other, 2))).toBeTruthy();
    expect(screen.getByText(words(ui.chosenElsewhere_one, 1))).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: onboarding[button] }));
    const dialog = await screen.findByRole('dialog', { name: words(onboarding[title], 2) });
    fireEvent.click(within(dialog).getByRole('button', { name: onboarding[button] }));
    await waitFor(() => expect(changes.map((one) => one.body)).toEqual([body(uuids)]));
    // Done, nothing is chosen any more.
    await waitFor(() => expect(screen.queryByText(ui.chooseNone)).toBeNull());
  },
);

test('all that match are chosen in their search only', async () => {
  serveTwoSearches();
  const { address } = open('?state=pending');
  fireEvent.click(await screen.findByLabelText('Select ben'));
  fireEvent.click(screen.getByRole('button', { name: words(ui.chooseAll_other, 2) }));
  expect(screen.getByText(words(ui.allChosen_other, 2))).toBeTruthy();
  const anna = await searchAnew(address);
  expect((anna as HTMLInputElement).checked).toBe(false);
  expect(screen.queryByText(ui.chooseNone)).toBeNull();
});

test('an email that cannot have been opened shows its own state', async () => {
  const one = (n: number, mailState: string | null, state = 'pending') => ({
    ...{ ...mail(`user${n}`), uuid: uuid.replace(/.$/, `${n}`), mailState, state },
  });
  const results = [one(1, 'failed'), one(2, 'uncertain'), one(3, 'waiting'), one(4, 'sent'), one(5, null)];
  results.push(one(6, 'failed', 'cancelled'));
  serve({ 'POST /search/registrationMails': () => ({ totalResults: 6, results }) });
  open('');
  await screen.findByLabelText('Select user1');
  const said = results.map(({ userId }) => {
    const row = screen.getByLabelText(`Select ${userId}`).closest('tr');
    const known = [common.mail_failed, common.mail_uncertain, common.mail_waiting, 'Not opened', 'Canceled'];
    return known.filter((word) => row?.textContent?.includes(word));
  });
  expect(said).toEqual([
    [common.mail_failed],
    [common.mail_uncertain],
    [common.mail_waiting],
    ['Not opened'],
    ['Not opened'],
    ['Canceled'],
  ]);
});

test('a person is opened from the list', async () => {
  serve({ 'POST /search/registrationMails': () => ({ totalResults: 1, results: [mail('export')] }) });
  open('');
  const link = await screen.findByRole('link', { name: /export/ });
  // Not the page of that name.
  expect(link.getAttribute('href')).toBe('/portal/users/~export');
});

test.each([
  [
    ['mails.resend', 'Resend 41 invitations?'],
    {
      path: '/api/portal/bulkSendMail',
      body: { sendType: 'registration', registrationMails: { state: 'pending', keyword: 'a' }, expectedCount: 41 },
    },
  ],
  [
    ['mails.cancel', 'Cancel the links of 41 invitations?'],
    {
      path: '/api/portal/cancelRegistrationMails',
      body: { condition: { state: 'pending', keyword: 'a' }, expectedCount: 41 },
    },
  ],
] as const)('%j is done to all that match', async ([button, title], done) => {
  serve({
    'POST /search/registrationMails': () => ({ totalResults: 41, results: [mail('anna')] }),
    'POST /bulkSendMail': () => ({ sendId: uuid, total: 40 }),
    'POST /cancelRegistrationMails': () => ({ cancelled: 40 }),
  });
  open(`?state=pending&keyword=a&count=50`);
  fireEvent.click(await screen.findByLabelText('Select anna'));
  fireEvent.click(screen.getByRole('button', { name: 'Select all 41 matches' }));
  fireEvent.click(screen.getByRole('button', { name: onboarding[button] }));
  const dialog = await screen.findByRole('dialog', { name: title });
  fireEvent.click(within(dialog).getByRole('button', { name: onboarding[button] }));
  await waitFor(() => expect(changes).toHaveLength(1));
  expect(changes[0]).toMatchObject(done);
});

test('no actions are offered for emails that were not counted', async () => {
  serve({
    'POST /search/registrationMails': () => ({ totalResults: 10_000, totalIsEstimate: true, results: [mail('anna')] }),
  });
  open('');
  fireEvent.click(await screen.findByLabelText('Select anna'));
  expect(screen.getByText('1 selected')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /matches/ })).toBeNull();
});
