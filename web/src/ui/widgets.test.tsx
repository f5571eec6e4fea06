import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { renderInPortal } from '../../test/render.tsx';
import { ConfirmDialog } from './dialog/ConfirmDialog.tsx';
import { FormScope } from './form/form-scope.tsx';
import { ListTable } from './list/ListTable.tsx';
import { nothingChosen, type ListColumn, type ListSort } from './list/list-types.ts';
import { Pager } from './list/Pager.tsx';
import { PasswordBox } from './form/PasswordBox.tsx';
import { PasswordPolicyPanel } from './form/PasswordPolicyPanel.tsx';
import { PasswordStrengthMeter } from './form/PasswordStrengthMeter.tsx';
import { SearchBox } from './list/SearchBox.tsx';
import { TextBox, type TextBoxProps } from './form/TextBox.tsx';
import { useDialog } from './dialog/use-dialog.ts';
import { ModalDialog } from './dialog/ModalDialog.tsx';

beforeEach(() => localStorage.clear());
afterEach(cleanup);

function HeldTextBox(props: Partial<TextBoxProps>) {
  const [value, setValue] = useState('');
  return <TextBox label="Name" {...props} value={value} onChange={setValue} />;
}

describe('TextBox', () => {
  test('trims on leaving and keeps spaces while typing', async () => {
    renderInPortal(<HeldTextBox />);
    const box = screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' });
    await userEvent.type(box, ' two words ');
    expect(box.value).toBe(' two words ');
    await userEvent.tab();
    expect(box.value).toBe('two words');
  });

  test('asks for a required value on leaving, and takes the mistake back at the first key', async () => {
    renderInPortal(<HeldTextBox required />);
    const box = screen.getByRole('textbox', { name: 'Name (required)' });
    await userEvent.click(box);
    expect(screen.queryByText('Enter a value.')).toBeNull();
    await userEvent.tab();
    expect(screen.getByText('Enter a value.')).toBeTruthy();
    expect(box.getAttribute('aria-invalid')).toBe('true');
    await userEvent.type(box, 'x');
    expect(screen.queryByText('Enter a value.')).toBeNull();
  });

  test('says on Enter what is wrong, for a grey button cannot', async () => {
    renderInPortal(<HeldTextBox validate={(value) => (value === 'old' ? 'The one of now' : undefined)} />);
    await userEvent.type(screen.getByRole('textbox'), 'old');
    expect(screen.queryByText('The one of now')).toBeNull();
    await userEvent.keyboard('{Enter}');
    expect(screen.getByText('The one of now')).toBeTruthy();
  });

  test('a scope says when all its fields are right', async () => {
    const onValidity = vi.fn();
    renderInPortal(
      <FormScope onValidity={onValidity}>
        <HeldTextBox required />
        <HeldTextBox
          label="Code"
          kind="digits"
          validate={(value) => (value.length === 6 ? undefined : 'Six digits')}
          required
        />
      </FormScope>,
    );
    expect(onValidity).toHaveBeenLastCalledWith(false);
    await userEvent.type(screen.getByRole('textbox', { name: 'Name (required)' }), 'x');
    expect(onValidity).toHaveBeenLastCalledWith(false);
    await userEvent.type(screen.getByRole('textbox', { name: 'Code (required)' }), '01 23 45');
    expect(onValidity).toHaveBeenLastCalledWith(true);
  });
});

describe('passwords', () => {
  test('the eye shows and hides, and nothing is trimmed', async () => {
    const Held = () => {
      const [value, setValue] = useState('');
      return <PasswordBox label="Password" autoComplete="new-password" value={value} onChange={setValue} />;
    };
    renderInPortal(<Held />);
    const box = screen.getByLabelText<HTMLInputElement>('Password');
    await userEvent.type(box, ' secret ');
    await userEvent.tab();
    expect(box.value).toBe(' secret ');
    expect(box.type).toBe('password');
    await userEvent.click(screen.getByRole('button', { name: 'Show password' }));
    expect(box.type).toBe('text');
  });

  test('rules are ticked off', () => {
    const policy = { minLength: 8, minUppercase: 1, minNumeric: 0, minSpecial: 0, history: 0 };
    renderInPortal(<PasswordPolicyPanel policy={policy} password="longenough" />);
    expect(screen.getByText('Not a common password.')).toBeTruthy();
    const [length, uppercase] = screen.getAllByRole('listitem');
    expect(length?.textContent).toBe('at least 8 characters (met)');
    expect(uppercase?.textContent).toBe('at least 1 uppercase letter');
  });

  test.each([
    [0, ''],
    [1, 'Weak'],
    [2, 'Weak'],
    [3, 'Medium'],
    [4, 'Medium'],
    [5, 'Strong'],
  ] as const)('a score of %i reads %j', (score, word) => {
    renderInPortal(<PasswordStrengthMeter score={score} />);
    expect(screen.getByRole('meter').getAttribute('aria-valuetext')).toBe(word);
  });
});

/** Key after key without a turn between, in which a search could begin on a busy machine. */
const AT_ONCE = { delay: null };

test('SearchBox waits for the last key, and clears at once', async () => {
  const onSearch = vi.fn();
  renderInPortal(<SearchBox label="Search users" value="" onSearch={onSearch} />);
  await userEvent.type(screen.getByRole('searchbox', { name: 'Search users' }), ' taro ', AT_ONCE);
  await waitFor(() => expect(onSearch).toHaveBeenCalledWith('taro'));
  expect(onSearch).toHaveBeenCalledTimes(1);
  await userEvent.click(screen.getByRole('button', { name: 'Clear search' }));
  await waitFor(() => expect(onSearch).toHaveBeenLastCalledWith(''));
});

test('SearchBox asks what the page has come to want when the time is up', async () => {
  const [before, now] = [vi.fn(), vi.fn()];
  const view = renderInPortal(<SearchBox label="Search users" value="" onSearch={before} />);
  fireEvent.change(screen.getByRole('searchbox', { name: 'Search users' }), { target: { value: 'taro' } });
  view.rerender(<SearchBox label="Search users" value="" onSearch={now} />);
  await waitFor(() => expect(now).toHaveBeenCalledWith('taro'));
  expect(before).not.toHaveBeenCalled();
});

test('Pager goes first, previous, next, last, and changes the page size', async () => {
  const onPage = vi.fn();
  const onPageSize = vi.fn();
  renderInPortal(<Pager page={2} pageSize={20} totalResults={1041} onPage={onPage} onPageSize={onPageSize} />);
  expect(screen.getByText('21–40 of 1,041')).toBeTruthy();
  for (const name of ['First page', 'Previous page', 'Next page', 'Last page'])
    await userEvent.click(screen.getByRole('button', { name }));
  expect(onPage.mock.calls.flat()).toEqual([1, 1, 3, 53]);
  await userEvent.selectOptions(screen.getByRole('combobox'), '100');
  expect(onPageSize).toHaveBeenCalledWith(100);
});

type Row = { id: string; name: string };
const columns: ListColumn<Row>[] = [
  { id: 'name', header: 'Name', isName: true, sortable: true, cell: ({ name }) => name },
  { id: 'id', header: 'Id', cell: ({ id }) => id },
  { id: 'extra', header: 'Extra', hiddenAtFirst: true, cell: () => 'extra' },
];
const rows: Row[] = [
  { id: 'a', name: 'Ada' },
  { id: 'b', name: 'Bob' },
];
const shared = {
  id: 'test',
  caption: 'People',
  columns,
  rowId: ({ id }: Row) => id,
  rowName: ({ name }: Row) => name,
  empty: { title: 'Nobody yet', text: 'Add one.' },
};

describe('ListTable', () => {
  test('says its order and asks for the other one', async () => {
    const onSort = vi.fn<(sort: ListSort) => void>();
    renderInPortal(<ListTable {...shared} rows={rows} sort={{ column: 'name', order: 'asc' }} onSort={onSort} />);
    expect(screen.getByRole('columnheader', { name: 'Name' }).getAttribute('aria-sort')).toBe('ascending');
    await userEvent.click(screen.getByRole('button', { name: 'Name' }));
    expect(onSort).toHaveBeenCalledWith({ column: 'name', order: 'desc' });
  });

  test('chooses rows, a page, and all that match', async () => {
    const Held = () => {
      const [selection, setSelection] = useState(nothingChosen);
      return <ListTable {...shared} rows={rows} totalResults={412} selection={selection} onSelection={setSelection} />;
    };
    renderInPortal(<Held />);
    // In a list without actions the count stands there all the time.
    expect(screen.getByText('0 selected')).toBeTruthy();
    await userEvent.click(screen.getByRole('checkbox', { name: 'Select Bob' }));
    expect(screen.getByText('1 selected')).toBeTruthy();
    await userEvent.click(screen.getByRole('checkbox', { name: 'Select all rows on this page' }));
    await userEvent.click(screen.getByRole('button', { name: 'Select all 412 matches' }));
    expect(screen.getByText('All 412 matches selected')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Clear selection' }));
    expect(screen.queryByText('All 412 matches selected')).toBeNull();
    expect(screen.getByText('0 selected')).toBeTruthy();
  });

  test('before something is chosen, no bar takes room', () => {
    const list = { ...shared, selection: nothingChosen, onSelection: () => undefined, selectionActions: <i>Delete</i> };
    const view = renderInPortal(<ListTable {...list} rows={rows} />);
    expect(screen.queryByText('0 selected')).toBeNull();
    expect(screen.queryByText('Delete')).toBeNull();
    view.rerender(<ListTable {...list} rows={rows} selection={{ all: false, ids: new Set(['a', 'elsewhere']) }} />);
    expect(screen.getByText('2 selected')).toBeTruthy();
    expect(screen.getByText('1 of them on other pages or searches')).toBeTruthy();
  });

  test('while other rows are on their way, nothing is chosen and nothing done to what is', () => {
    const chosen = { all: false, ids: new Set(['a', 'b']) };
    const acts = <button type="button">Delete</button>;
    const list = { ...shared, rows, selection: chosen, onSelection: () => undefined, selectionActions: acts };
    const view = renderInPortal(<ListTable {...list} loading />);
    const disabled = () =>
      [...screen.getAllByRole('checkbox', { name: /^Select/ }), screen.getByRole('button', { name: 'Delete' })].map(
        (one) => one.closest('[disabled]') !== null,
      );
    expect(disabled()).toEqual([true, true, true, true]);
    view.rerender(<ListTable {...list} loading={false} />);
    expect(disabled()).toEqual([false, false, false, false]);
  });

  test('remembers the chosen columns', async () => {
    const first = renderInPortal(<ListTable {...shared} rows={rows} />);
    expect(screen.queryByRole('columnheader', { name: 'Extra' })).toBeNull();
    await userEvent.click(screen.getByLabelText('Extra'));
    expect(screen.getByRole('columnheader', { name: 'Extra' })).toBeTruthy();
    first.unmount();
    renderInPortal(<ListTable {...shared} rows={rows} />);
    expect(screen.getByRole('columnheader', { name: 'Extra' })).toBeTruthy();
  });

  test('its other states: loading, empty, no hit, failed', async () => {
    const clear = vi.fn();
    const retry = vi.fn();
    const view = renderInPortal(<ListTable {...shared} rows={undefined} expectedRows={3} />);
    expect(view.container.querySelectorAll('tbody tr')).toHaveLength(3);
    view.rerender(<ListTable {...shared} rows={[]} />);
    expect(screen.getByText('Nobody yet')).toBeTruthy();
    view.rerender(<ListTable {...shared} rows={[]} onClearSearch={clear} />);
    await userEvent.click(screen.getByRole('button', { name: 'Clear search' }));
    expect(clear).toHaveBeenCalled();
    const failed = { title: 'Could not be read', text: 'No answer.', requestId: '0193f7c2', onRetry: retry };
    view.rerender(<ListTable {...shared} rows={undefined} failed={failed} />);
    expect(within(screen.getByRole('alert')).getByText('0193f7c2')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(retry).toHaveBeenCalled();
  });
});

describe('dialogs', () => {
  function Asking({ onAnswer }: { onAnswer: (answer: string | undefined) => void }) {
    const dialog = useDialog<string>();
    return (
      <>
        <button type="button" onClick={() => void dialog.ask().then(onAnswer)}>
          Ask
        </button>
        <ModalDialog
          opened={dialog.opened}
          title="Which?"
          onOk={() => dialog.answer('this')}
          onCancel={dialog.cancel}
        />
      </>
    );
  }

  test('OK answers the selection, Cancel nothing', async () => {
    const onAnswer = vi.fn();
    renderInPortal(<Asking onAnswer={onAnswer} />);
    await userEvent.click(screen.getByRole('button', { name: 'Ask' }));
    await userEvent.click(screen.getByRole('button', { name: 'OK' }));
    await waitFor(() => expect(onAnswer).toHaveBeenLastCalledWith('this'));
    await userEvent.click(screen.getByRole('button', { name: 'Ask' }));
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(onAnswer).toHaveBeenLastCalledWith(undefined));
  });

  test('above 100 affected the number has to be typed', async () => {
    const onOk = vi.fn();
    renderInPortal(
      <ConfirmDialog opened title="Withdraw?" okLabel="Withdraw" affected={412} onOk={onOk} onCancel={() => undefined}>
        412 users lose access.
      </ConfirmDialog>,
    );
    const ok = screen.getByRole<HTMLButtonElement>('button', { name: 'Withdraw' });
    expect(ok.disabled).toBe(true);
    await userEvent.type(screen.getByRole('textbox', { name: 'Type 412 to confirm' }), '412');
    await userEvent.click(ok);
    expect(onOk).toHaveBeenCalledTimes(1);
  });
});
