import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { renderInPortal } from '../../../test/render.tsx';
import ChoiceDialog from '../dialog/ChoiceDialog.tsx';
import { scrollToAlert } from './scroll-to-alert.ts';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test('a list of many opens at the one chosen before, once the dialog is in sight', () => {
  const scrolled: string[] = [];
  Element.prototype.scrollIntoView = function (this: Element) {
    // What is in a closed dialog cannot be scrolled to.
    if (this.closest('dialog')?.open) scrolled.push(this.textContent);
  };
  const choices = ['Africa/Abidjan', 'Asia/Tokyo', 'Etc/UTC'].map((value) => ({ value, label: value }));
  const other = () => undefined;
  renderInPortal(
    <ChoiceDialog label="Time zone" value="Etc/UTC" choices={choices} onChoose={other} onCancel={other} />,
  );
  expect(screen.getByRole('option', { name: 'Etc/UTC' }).getAttribute('aria-selected')).toBe('true');
  expect(scrolled).toEqual(['Etc/UTC']);
});

test.each([
  ['the page goes to its top, where its heading is', 'stands high', 700, 160, 0],
  ['the page goes no further than to it', 'stands low', 2000, 1500, 1495],
])('%s where an alert out of sight %s', (_, __, scrollY, top, to) => {
  const alert = document.createElement('div');
  alert.getBoundingClientRect = () => new DOMRect(0, top - scrollY, 600, 48);
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
  vi.stubGlobal('scrollY', scrollY);
  vi.stubGlobal('innerHeight', 800);
  const scrollTo = vi.fn();
  vi.stubGlobal('scrollTo', scrollTo);
  scrollToAlert(alert);
  expect(scrollTo.mock.calls).toEqual([[0, to]]);
});
