import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { renderInPortal } from '../../../test/render.tsx';
import { ModalDialog, type ModalDialogProps } from '../dialog/ModalDialog.tsx';
import { CheckedForm } from './CheckedForm.tsx';
import { EnterSaves } from './EnterSaves.tsx';
import { SaveBar } from './SaveBar.tsx';
import { TextBox } from './TextBox.tsx';

afterEach(() => {
  cleanup();
  document.body.replaceChildren();
});

const bar = (given: { changed?: boolean; invalid?: boolean; busy?: boolean } = {}) => {
  const onSave = vi.fn();
  renderInPortal(<SaveBar changed onSave={onSave} onDiscard={() => undefined} {...given} />);
  return onSave;
};
/** Whether the browser's own act was kept from happening. */
const press = (keys: object) => !fireEvent.keyDown(document.body, { key: 's', ...keys });

test.each([
  ['Ctrl-S', { ctrlKey: true }, 1, true],
  ['Cmd-S', { metaKey: true }, 1, true],
  ['Ctrl-S with the shift lock on', { key: 'S', ctrlKey: true }, 1, true],
  ['Ctrl-S held down', { ctrlKey: true, repeat: true }, 0, true],
  ['S alone', {}, 0, false],
  ['Ctrl-Shift-S', { ctrlKey: true, shiftKey: true }, 0, false],
  ['Ctrl-Alt-S', { ctrlKey: true, altKey: true }, 0, false],
  ['Ctrl-A', { key: 'a', ctrlKey: true }, 0, false],
])('%s', (_, keys, saves, kept) => {
  const onSave = bar();
  expect(press(keys)).toBe(kept);
  expect(onSave).toHaveBeenCalledTimes(saves);
});

test.each([[{ changed: false }], [{ invalid: true }], [{ busy: true }]])('with %o nothing is saved', (given) => {
  const onSave = bar(given);
  expect(press({ ctrlKey: true })).toBe(true);
  expect(onSave).not.toHaveBeenCalled();
});

test('while a dialog is open nothing is saved behind it', () => {
  const onSave = bar();
  document.body.append(Object.assign(document.createElement('dialog'), { open: true }));
  press({ ctrlKey: true });
  expect(onSave).not.toHaveBeenCalled();
});

const form = () => document.querySelector('form') as HTMLFormElement;

test('Enter in a box saves what the bar would save, and nothing while there is nothing to save', () => {
  const onSave = vi.fn();
  const shown = (changed: boolean) => (
    <>
      <EnterSaves>
        <TextBox label="Name" value="" onChange={() => undefined} />
      </EnterSaves>
      <SaveBar changed={changed} onSave={onSave} onDiscard={() => undefined} />
    </>
  );
  renderInPortal(shown(false));
  fireEvent.submit(form());
  expect(onSave).not.toHaveBeenCalled();
  cleanup();
  renderInPortal(shown(true));
  fireEvent.submit(form());
  expect(onSave).toHaveBeenCalledTimes(1);
});

test('a form with a button of its own is sent by Ctrl-S too', () => {
  const onSend = vi.fn(async () => undefined);
  renderInPortal(
    <CheckedForm isRight busy={false} onSend={onSend}>
      <TextBox label="Name" value="" onChange={() => undefined} />
    </CheckedForm>,
  );
  press({ ctrlKey: true });
  expect(onSend).toHaveBeenCalledTimes(1);
});

test.each<[string, Partial<ModalDialogProps>, number]>([
  ['one that saves', {}, 1],
  ['one that cannot be saved as it is', { okDisabled: true }, 0],
  ['one that is being saved', { busy: true }, 0],
  ['a dangerous one', { danger: true }, 0],
])('Ctrl-S in a dialog, %s', (_, given, saves) => {
  const behind = bar();
  const onOk = vi.fn();
  renderInPortal(<ModalDialog opened title="Rename" onOk={onOk} onCancel={() => undefined} {...given} />);
  expect(screen.getByRole('dialog')).toBeTruthy();
  press({ ctrlKey: true });
  expect([onOk.mock.calls.length, behind.mock.calls.length]).toEqual([saves, 0]);
});

test('a page that saves by the bar saves by Enter', () => {
  const folder = join(import.meta.dirname, '../..');
  const pages = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => /\.tsx$/.test(name));
  const uses = (word: string) =>
    pages.filter((name) => !/test|^dev-widgets/.test(name) && readFileSync(join(folder, name), 'utf8').includes(word));
  expect(uses('<SaveBar').length).toBeGreaterThan(5);
  expect(uses('<SaveBar').filter((name) => !uses('<EnterSaves').includes(name))).toEqual([]);
});
