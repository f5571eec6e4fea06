import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { renderInPortal } from '../../../test/render.tsx';
import { PinCard } from './PinCard.tsx';

afterEach(cleanup);

const words = {
  ...{ title: 'PIN', why: 'Why', name: 'PIN for devices', state: 'Not set', note: 'None', issue: 'Issue a PIN' },
  again: { title: 'Again?', effect: 'The one before ends.' },
  removal: { title: 'Remove?', effect: 'It ends.', done: 'Removed.' },
  choice: { title: 'Choose', why: 'Why', pin: 'New PIN', rule: 'Digits', done: 'Chosen.' },
  shown: { title: 'The PIN', why: 'Shown once.', ok: 'I have noted it' },
};

function show(assigned: boolean) {
  const calls = {
    issue: vi.fn(async () => ({ userCode: '4711' })),
    remove: vi.fn(async () => undefined),
    renew: vi.fn(async () => undefined),
  };
  const pin = { assigned, characters: 'digits', minLength: 4, maxLength: 8 } as const;
  const may = { issue: true, choose: true, remove: assigned };
  renderInPortal(<PinCard pin={pin} may={may} words={words} calls={calls} say={() => undefined} />);
  return calls;
}

test('a first PIN is made at once and shown', async () => {
  const { issue, renew } = show(false);
  fireEvent.click(screen.getByText('Issue a PIN'));
  await screen.findByText('4711');
  expect(issue).toHaveBeenCalledWith();
  expect(renew).toHaveBeenCalledOnce();
});

test('one that replaces another is asked about first', () => {
  const { issue } = show(true);
  fireEvent.click(screen.getByText('Issue a PIN'));
  expect(issue).not.toHaveBeenCalled();
  expect(screen.getByText('The one before ends.')).toBeTruthy();
});
