import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { held } from '../../../test/server.ts';
import { renderInPortal } from '../../../test/render.tsx';
import { useAct } from '../../base/use-act.ts';
import { AlertArea, type AlertContent } from './AlertArea.tsx';
import { ErrorState } from './ErrorState.tsx';
import { ListTable } from '../list/ListTable.tsx';
import { nothingChosen } from '../list/list-types.ts';
import { PageTitle } from './PageTitle.tsx';
import { PageTabs } from './PageTabs.tsx';
import { SaveBar } from '../form/SaveBar.tsx';

const scrolled: string[] = [];
beforeEach(() => {
  localStorage.clear();
  scrolled.length = 0;
  Element.prototype.scrollIntoView = function (this: Element) {
    scrolled.push(this.textContent);
  };
});
afterEach(cleanup);

const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
const drawn = () => act(() => new Promise((done) => setTimeout(done, 20)));
/** What browsers do to a button that is disabled while it has the focus, and this one does not. */
const leaveDisabled = () => {
  const focused = document.activeElement as HTMLButtonElement;
  expect([focused, focused.disabled]).toEqual([button('Do'), true]);
  focused.disabled = false;
  focused.blur();
  focused.disabled = true;
  expect(document.activeElement).toBe(document.body);
};

/** Does something at the server; done, the alert says so and, where it was the last of its kind, the button is gone. */
function Acting({ answer, isLast = false }: { answer: Promise<unknown>; isLast?: boolean }) {
  const [alert, setAlert] = useState<AlertContent>();
  const [isDone, setIsDone] = useState(false);
  const { busy, run } = useAct(setAlert);
  const press = async () => {
    if (!(await run(() => answer))) return;
    setIsDone(isLast);
    setAlert({ kind: 'success', text: 'It is done.' });
  };
  return (
    <main>
      <AlertArea alert={alert} />
      {isDone ? null : (
        <button type="button" disabled={busy} onClick={() => void press()}>
          Do
        </button>
      )}
      <input aria-label="Name" />
    </main>
  );
}

const area = () => screen.getByText('It is done.').closest('[tabindex="-1"]');

test.each([['done'], ['refused']])('a busy button has the focus again when it is %s', async (end) => {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  renderInPortal(<Acting answer={promise} />);
  await userEvent.click(button('Do'));
  leaveDisabled();
  await act(async () => (end === 'done' ? resolve() : reject(new Error('no'))));
  await waitFor(() => expect(document.activeElement).toBe(button('Do')));
});

/** A page that leads to another by a link that is gone with it. */
function Pages({ said }: { said?: AlertContent }) {
  const [isThere, setIsThere] = useState(false);
  if (!isThere) {
    return (
      <button type="button" onClick={() => setIsThere(true)}>
        Go
      </button>
    );
  }
  return (
    <main>
      <PageTitle title="Arrived" />
      <AlertArea alert={said} />
    </main>
  );
}

const arrive = (said?: AlertContent) => {
  renderInPortal(<Pages {...(said ? { said } : {})} />);
  button('Go').focus();
  fireEvent.click(button('Go'));
};

test('a new page moves the focus to its heading', async () => {
  arrive();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Arrived' })));
});

test('… or at the alert that says there how something went', async () => {
  arrive({ kind: 'success', text: 'It is done.' });
  await waitFor(() => expect(document.activeElement?.textContent).toBe('It is done.'));
});

test('the alert takes the focus where the button is gone', async () => {
  const answer = held();
  renderInPortal(<Acting answer={answer.comes} isLast />);
  await userEvent.click(button('Do'));
  leaveDisabled();
  await act(async () => answer.letGo());
  await waitFor(() => expect(document.activeElement).toBe(area()));
});

test('an alert does not move the focus once the user has moved on', async () => {
  const answer = held();
  renderInPortal(<Acting answer={answer.comes} isLast />);
  await userEvent.click(button('Do'));
  await userEvent.click(screen.getByLabelText('Name'));
  await act(async () => answer.letGo());
  await drawn();
  expect(document.activeElement).toBe(screen.getByLabelText('Name'));
});

test('an alert does not take the focus after a click on the background', async () => {
  const view = renderInPortal(<AlertArea alert={undefined} />);
  renderInPortal(<input aria-label="Beside" />);
  screen.getByLabelText('Beside').focus();
  screen.getByLabelText('Beside').blur();
  view.rerender(<AlertArea alert={{ kind: 'info', text: 'It is done.' }} />);
  await drawn();
  expect(document.activeElement).toBe(document.body);
});

type Row = { id: string };
const list = {
  id: 'test',
  caption: 'People',
  columns: [{ id: 'id', header: 'Id', isName: true, cell: ({ id }: Row) => id }],
  rows: [{ id: 'a' }, { id: 'b' }],
  rowId: ({ id }: Row) => id,
  rowName: ({ id }: Row) => id,
  empty: { title: 'Nobody', text: '' },
  totalResults: 412,
};

function Choosing() {
  const [selection, setSelection] = useState(nothingChosen);
  const clear = () => setSelection(nothingChosen);
  const acts = (
    <button type="button" onClick={clear}>
      Send
    </button>
  );
  return <ListTable {...list} selection={selection} onSelection={setSelection} selectionActions={acts} />;
}

test('after a bulk action the focus moves to "Clear selection", then to the head of the list', async () => {
  renderInPortal(<Choosing />);
  const head = screen.getByRole('checkbox', { name: 'Select all rows on this page' });
  for (const end of ['Clear selection', 'Send']) {
    await userEvent.click(head);
    await userEvent.click(button('Select all 412 matches'));
    expect(document.activeElement).toBe(button('Clear selection'));
    await userEvent.click(button(end));
    await waitFor(() => expect(document.activeElement).toBe(head));
  }
});

function Saving({ tabs }: { tabs: boolean }) {
  const [changed, setChanged] = useState(true);
  const [tab, setTab] = useState('b');
  const all = ['a', 'b'].map((id) => ({ id, label: `Tab ${id}`, content: '' }));
  return (
    <main>
      <h1>Title</h1>
      {tabs ? <PageTabs label="Parts" tabs={all} value={tab} onChange={setTab} /> : null}
      <SaveBar changed={changed} onSave={() => undefined} onDiscard={() => setChanged(false)} />
    </main>
  );
}

test.each([
  [true, 'Tab b'],
  [false, 'Title'],
])('"Discard" leads to the open tab, or to the title (tabs: %s)', async (tabs, text) => {
  renderInPortal(<Saving tabs={tabs} />);
  await userEvent.click(button('Discard'));
  expect(screen.queryByRole('button', { name: 'Discard' })).toBeNull();
  expect(document.activeElement?.textContent).toBe(text);
});

test('what gets the focus while the save bar shows is scrolled to above it', async () => {
  renderInPortal(<Saving tabs={false} />);
  const { style } = document.documentElement;
  expect(style.scrollPaddingBottom).toBe('32px');
  await userEvent.click(button('Discard'));
  expect(style.scrollPaddingBottom).toBe('');
});

test('"Try again" leaves the focus in the list', async () => {
  const failed = { title: 'Could not be read', text: '', onRetry: () => undefined };
  renderInPortal(<ListTable {...list} rows={undefined} failed={failed} />);
  await userEvent.click(button('Try again'));
  expect(document.activeElement).toBe(screen.getByRole('region', { name: 'People' }));
  cleanup();
  renderInPortal(
    <main tabIndex={-1}>
      <ErrorState title="Could not be read" onRetry={() => undefined}>
        No answer.
      </ErrorState>
    </main>,
  );
  await userEvent.click(button('Try again'));
  expect(document.activeElement).toBe(screen.getByRole('main'));
});
