import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { offeredLanguages } from '#contract/languages.ts';
import { registrationMailTypes } from '#contract/tenant/registration-mail-types.ts';
import ui from '#messages/en/ui.json' with { type: 'json' };
import onboarding from '#messages/en/onboarding.json' with { type: 'json' };
import { openPage } from '../../../../test/page.tsx';
import { changes, held, refuseConflict, serve } from '../../../../test/server.ts';
import { MailTexts } from './MailTexts.tsx';
import { readTextSearch } from './text-search.ts';

vi.mock('../../../api/call.ts', () => import('../../../../test/server.ts'));

const written = (type: string) => ({
  ...{ type, locale: null as string | null, use: true, isStandard: false, languages: ['ja'] },
  ...{ mailSubject: `Subject of ${type}`, mailBody: 'Hello {{link}}' },
});

let answer = held();
let texts: ReturnType<typeof written>[] = [];

beforeEach(() => {
  answer = held();
  answer.letGo();
  texts = registrationMailTypes.map(written);
  serve({
    'GET /customizeMail': ({ query }) => {
      const { locale } = query as { locale?: string };
      const inLanguage = (text: (typeof texts)[number]) => ({
        ...text,
        locale,
        mailSubject: `${text.mailSubject} in ${locale}`,
      });
      return { results: locale ? texts.map(inLanguage) : texts };
    },
    'POST /preview': ({ body }) => ({
      subject: (body as { mailSubject: string }).mailSubject,
      html: '',
      text: '',
      locale: 'en',
    }),
    'PUT /customizeMail': async ({ body }) => {
      await answer.comes;
      const { expected, ...given } = body as (typeof texts)[number] & { expected: object };
      const now = texts.find(({ type }) => type === given.type) ?? given;
      refuseConflict({ ...given, expected }, now);
      texts = texts.map((text) => (text.type === given.type ? { ...text, ...given } : text));
      return given;
    },
  });
});
afterEach(cleanup);

const PATH = '/portal/registration/texts';
const open = (search = '') =>
  openPage({ path: PATH, component: MailTexts, validateSearch: readTextSearch }, `${PATH}${search}`, { onboarding });
const subject = () => screen.findByLabelText<HTMLInputElement>(/^Subject/);
const body = () => screen.findByLabelText<HTMLTextAreaElement>(/^Text/, { selector: 'textarea' });
const type = (box: HTMLElement, value: string) => fireEvent.change(box, { target: { value } });
const press = async (name: string) => fireEvent.click(await screen.findByText(name, { selector: 'button *' }));
const choose = (value: string) =>
  fireEvent.change(screen.getByRole('combobox', { name: 'Email' }), { target: { value } });
const chooseLanguage = (value: string) =>
  fireEvent.change(screen.getByRole('combobox', { name: 'Language of the reader' }), { target: { value } });
const question = () => screen.findByRole('dialog', { name: 'Leave without saving?' });
const saves = () => changes.filter(({ method }) => method === 'PUT').map((one) => one.body);

test('another mail is shown only when what was typed may be thrown away', async () => {
  const { address } = open();
  type(await subject(), 'Welcome');
  choose('userCode');
  fireEvent.click(within(await question()).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect([address(), (await subject()).value]).toEqual([PATH, 'Welcome']);

  choose('userCode');
  fireEvent.click(within(await question()).getByRole('button', { name: 'Leave' }));
  await waitFor(() => expect(address()).toBe(`${PATH}?type=userCode`));
  await waitFor(async () => expect((await subject()).value).toBe('Subject of userCode'));
  // Nothing is typed there yet.
  choose('registration');
  await waitFor(() => expect(address()).toBe(`${PATH}?type=registration`));
  await waitFor(async () => expect((await subject()).value).toBe('Subject of registration'));
});

test('a text is for all readers, or for those of a language, which is another form', async () => {
  const { address } = open();
  await subject();
  const languages = screen.getByRole('combobox', { name: 'Language of the reader' });
  const offered = [...languages.querySelectorAll('option')].map(({ textContent }) => textContent);
  expect([offered[0], offered.at(-1)]).toEqual(['All other languages', '日本語 (own text)']);
  expect(offered).toHaveLength(1 + offeredLanguages.length);
  expect(screen.getByText('Readers without a text in their own language get this one.')).toBeTruthy();
  chooseLanguage('ja');
  await waitFor(() => expect(address()).toBe(`${PATH}?type=registration&locale=ja`));
  await waitFor(async () => expect((await subject()).value).toBe('Subject of registration in ja'));
  expect(screen.getByText('Readers whose language is 日本語 get this text.')).toBeTruthy();
  type(await subject(), 'ようこそ');
  chooseLanguage('all');
  fireEvent.click(within(await question()).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await press('Save');
  await waitFor(() => expect(saves()).toHaveLength(1));
  expect(saves()[0]).toMatchObject({ type: 'registration', locale: 'ja', mailSubject: 'ようこそ' });
});

test('a concurrent change is shown and not overwritten', async () => {
  open();
  type(await subject(), 'Welcome');
  texts = texts.map((text) => ({ ...text, mailSubject: 'Theirs', mailBody: 'Their {{link}}' }));
  // By Enter.
  fireEvent.submit((await subject()).form as HTMLFormElement);
  const told = await screen.findByRole('alert', { name: ui['conflict.title'] });
  expect(
    within(told)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['Subject is now: TheirsYou entered: Welcome', 'Text is now: Their {{link}}']);
  expect(texts[0]?.mailSubject).toBe('Theirs');
  await press(ui['conflict.keepMine']);
  await press('Save');
  await waitFor(() => expect(texts[0]).toMatchObject({ mailSubject: 'Welcome', mailBody: 'Their {{link}}' }));
});

test('Undo leaves what was typed since', async () => {
  open();
  type(await subject(), 'Welcome');
  await press('Save');
  await screen.findByText('Undo');
  type(await body(), 'Hi {{link}}');
  await press('Undo');
  await waitFor(() => expect(saves()).toHaveLength(2));
  await waitFor(async () => expect((await subject()).value).toBe('Subject of registration'));
  expect((await body()).value).toBe('Hi {{link}}');
});

test('what is typed while a save is under way is not lost', async () => {
  open();
  answer = held();
  type(await subject(), 'Welcome');
  await press('Save');
  type(await body(), 'Hi {{link}}');
  await act(async () => answer.letGo());
  await screen.findByText('Undo');
  expect([(await subject()).value, (await body()).value]).toEqual(['Welcome', 'Hi {{link}}']);
  await press('Save');
  await waitFor(() => expect(saves()).toHaveLength(2));
  expect(saves()[1]).toMatchObject({ mailSubject: 'Welcome', mailBody: 'Hi {{link}}' });
});
