import { cleanup, fireEvent } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { renderInPortal } from '../../../test/render.tsx';
import { SaveBar } from './SaveBar.tsx';

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
