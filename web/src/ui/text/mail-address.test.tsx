import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { MailAddress } from './MailAddress.tsx';

afterEach(cleanup);

test.each([
  ['anna.schmidt@demo.example', ['anna.schmidt@', 'demo.example']],
  ['"a@b"@demo.example', ['"a@b"@', 'demo.example']],
  ['nowhere', ['', 'nowhere']],
])('%s breaks after its last @, and is whole in the tooltip', (address, parts) => {
  const { container } = render(<MailAddress address={address} />);
  const shown = container.firstElementChild;
  expect([shown?.textContent, shown?.getAttribute('title')]).toEqual([address, address]);
  expect(shown?.innerHTML.split('<wbr>')).toEqual(parts);
});
