import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import users from '#messages/en/users.json' with { type: 'json' };
import { openPage } from '../../../../test/page.tsx';
import { changes, serve } from '../../../../test/server.ts';
import { apiError } from '../../../api/api-error.ts';
import { NewUser } from './NewUser.tsx';

vi.mock('../../../api/call.ts', () => import('../../../../test/server.ts'));

const policy = {
  minLength: 8,
  minUppercase: 0,
  minSpecial: 0,
  minNumeric: 0,
  history: 0,
  openTo: ['User', 'PowerUser'],
};
const nobody = { totalResults: 0, results: [] };
const answers = { 'GET /passwordPolicy': () => policy, 'GET ': () => nobody, 'POST /search/users': () => nobody };

beforeEach(() => serve(answers));
afterEach(cleanup);

const box = (name: RegExp) => screen.getByRole<HTMLInputElement>('textbox', { name });
const type = (name: RegExp, value: string) => fireEvent.change(box(name), { target: { value } });
const press = () => act(async () => fireEvent.click(screen.getByRole('button', { name: users.addAndInvite })));
const open = async () => {
  openPage({ path: '/portal/users/new', component: NewUser }, '/portal/users/new', { users });
  await screen.findByText(users.addLead);
};

test('submitting an incomplete form marks the missing fields and moves the focus to the first', async () => {
  await open();
  type(/User ID/, 'mei');
  await press();
  expect(screen.getAllByText('Enter a value.')).toHaveLength(1);
  await waitFor(() => expect(document.activeElement).toBe(box(/Email address/)));
  expect(changes).toEqual([]);
  type(/Email address/, 'mei@demo.example');
  expect(screen.queryByText('Enter a value.')).toBeNull();
});

test('Enter does the same', async () => {
  await open();
  await userEvent.type(box(/Email address/), 'mei@demo.example{Enter}');
  expect(screen.getAllByText('Enter a value.')).toHaveLength(1);
  await waitFor(() => expect(document.activeElement).toBe(box(/User ID/)));
});

test('what only the server finds wrong has the focus, too', async () => {
  const refuse = () => {
    throw apiError(409, [{ message_id: 'duplicated_params_userId', message: '' }], 'r');
  };
  serve({ ...answers, 'POST /users': refuse });
  await open();
  type(/User ID/, 'taro');
  type(/Email address/, 'mei@demo.example');
  await press();
  await waitFor(() => expect(document.activeElement).toBe(box(/User ID/)));
  expect(box(/User ID/).getAttribute('aria-invalid')).toBe('true');
});

test('a password is not offered to users whom the login policy signs in otherwise', async () => {
  serve({ ...answers, 'GET /passwordPolicy': () => ({ ...policy, openTo: ['PowerUser'] }) });
  await open();
  const password = screen.getByRole<HTMLInputElement>('radio', { name: users.entry_password });
  await waitFor(() => expect(password.disabled).toBe(true));
  expect(screen.getByText(users.entry_passwordClosed)).toBeTruthy();
  fireEvent.click(screen.getByRole('switch', { name: /Administrator/ }));
  expect(password.disabled).toBe(false);
  fireEvent.click(password);
  expect(password.checked).toBe(true);
  fireEvent.click(screen.getByRole('switch', { name: /Administrator/ }));
  expect(password.checked).toBe(false);
});
