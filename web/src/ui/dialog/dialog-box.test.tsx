import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { useState } from 'react';
import { act } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { renderInPortal } from '../../../test/render.tsx';
import { DialogBox } from './DialogBox.tsx';
import { ModalDialog } from './ModalDialog.tsx';
import { ShownOnceDialog } from './ShownOnceDialog.tsx';

afterEach(cleanup);

const dialog = (name: string) => screen.getByRole<HTMLDialogElement>('dialog', { name, hidden: true });

/** What the browser does at a second Escape: it closes without asking, and the focus goes back to the page. */
const closedByBrowser = (name: string) =>
  act(async () => {
    document.body.focus();
    dialog(name).close();
  });

test('a busy dialog stays when the browser closes it, with the focus where it was', async () => {
  const onCancel = vi.fn();
  renderInPortal(
    <ModalDialog opened title="Send" onOk={() => undefined} onCancel={onCancel} busy>
      <input aria-label="To" data-autofocus />
      <input aria-label="Subject" />
    </ModalDialog>,
  );
  expect(document.activeElement).toBe(screen.getByLabelText('To'));
  screen.getByLabelText('Subject').focus();
  fireEvent(dialog('Send'), new Event('cancel', { cancelable: true }));
  screen.getByLabelText('Subject').blur();
  await closedByBrowser('Send');
  expect([dialog('Send').open, onCancel.mock.calls.length]).toEqual([true, 0]);
  expect(document.activeElement).toBe(screen.getByLabelText('Subject'));
});

test('one that may be cancelled is closed by the browser as by its own button, and opens again', async () => {
  function Held() {
    const [opened, setOpened] = useState(true);
    return (
      <>
        <button type="button" onClick={() => setOpened(true)}>
          Open
        </button>
        <ModalDialog opened={opened} title="Send" onOk={() => undefined} onCancel={() => setOpened(false)}>
          <input aria-label="To" data-autofocus />
          <input aria-label="Subject" />
        </ModalDialog>
      </>
    );
  }
  renderInPortal(<Held />);
  screen.getByLabelText('Subject').focus();
  await closedByBrowser('Send');
  expect(screen.queryByLabelText('To')).toBeNull();
  fireEvent.click(screen.getByText('Open'));
  expect(document.activeElement).toBe(screen.getByLabelText('To'));
});

test('what is shown once stays until its button is pressed', async () => {
  const onClose = vi.fn();
  renderInPortal(
    <ShownOnceDialog title="Code" okLabel="Noted" width={400} onClose={onClose}>
      ABCD
    </ShownOnceDialog>,
  );
  for (const _ of [1, 2]) await closedByBrowser('Code');
  expect(dialog('Code').open).toBe(true);
  fireEvent.click(within(dialog('Code')).getByText('Noted'));
  expect(onClose).toHaveBeenCalledTimes(1);
});

test('a dialog that is closed over another leaves that one open', async () => {
  const onClose = { outer: vi.fn(), inner: vi.fn() };
  renderInPortal(
    <DialogBox opened label="Outer" onClose={onClose.outer}>
      <DialogBox opened label="Inner" onClose={onClose.inner}>
        Words
      </DialogBox>
    </DialogBox>,
  );
  fireEvent(dialog('Inner'), new Event('cancel', { cancelable: true }));
  await closedByBrowser('Inner');
  expect([onClose.inner.mock.calls.length, onClose.outer.mock.calls.length]).toEqual([2, 0]);
});
