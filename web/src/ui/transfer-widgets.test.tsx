import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { renderInPortal } from '../../test/render.tsx';
import { CountCards } from './text/CountCards.tsx';
import { FileDrop } from './form/FileDrop.tsx';
import { fileSize } from './text/file-size.ts';
import { JobTray, type TrayJob } from './job/JobTray.tsx';

afterEach(cleanup);

test.each([
  [0, '0 bytes'],
  [1, '1 byte'],
  [999, '999 bytes'],
  [1536, '1.5 kB'],
  [200 * 1024 * 1024, '200 MB'],
  [3 * 1024 ** 3, '3 GB'],
])('%i bytes are %s', (bytes, words) => {
  expect(fileSize(bytes, 'en')).toBe(words);
});

function Drop({ onFile }: { onFile: (file: File | undefined) => void }) {
  const [file, setFile] = useState<File>();
  const take = (chosen: File | undefined) => {
    setFile(chosen);
    onFile(chosen);
  };
  return <FileDrop label="Drop it" rule="CSV only" accept={['.csv']} file={file} onFile={take} />;
}

test('a file is chosen or dropped, shown with its size, and taken away again', () => {
  const onFile = vi.fn();
  const { container } = renderInPortal(<Drop onFile={onFile} />);
  screen.getByText('CSV only');
  const file = new File(['a,b'], 'staff.csv');
  const input = container.querySelector('input') as HTMLInputElement;
  fireEvent.change(input, { target: { files: [file] } });
  expect(onFile).toHaveBeenLastCalledWith(file);
  screen.getByText('3 bytes');
  fireEvent.click(screen.getByRole('button', { name: 'Remove file staff.csv' }));
  expect(onFile).toHaveBeenLastCalledWith(undefined);
  const zone = screen.getByText('Drop it').parentElement as HTMLElement;
  fireEvent.drop(zone, { dataTransfer: { files: [file] } });
  expect(onFile).toHaveBeenLastCalledWith(file);
});

test('a card is pressed to cut the list down, pressed again to see all; an empty kind cannot be pressed', () => {
  const onChoose = vi.fn();
  const cards = [
    { id: 'create', label: 'Created', count: 1200, tone: 'good' },
    { id: 'wrong', label: 'Wrong', count: 0, tone: 'bad' },
  ] as const;
  const { rerender } = renderInPortal(
    <CountCards label="Kinds" cards={cards} chosen={undefined} onChoose={onChoose} />,
  );
  fireEvent.click(screen.getByRole('button', { name: '1,200 Created' }));
  expect(onChoose).toHaveBeenLastCalledWith('create');
  expect((screen.getByRole('button', { name: '0 Wrong' }) as HTMLButtonElement).disabled).toBe(true);
  rerender(<CountCards label="Kinds" cards={cards} chosen="create" onChoose={onChoose} />);
  const pressed = screen.getByRole('button', { pressed: true });
  fireEvent.click(pressed);
  expect(onChoose).toHaveBeenLastCalledWith(undefined);
});

test('the tray shows nothing without jobs, and leads to the page of each', () => {
  const onOpen = vi.fn();
  const job: TrayJob = { id: 'a', name: 'Import of staff.csv', status: 'processing', share: 0.5, path: '/a' };
  const { rerender } = renderInPortal(<JobTray jobs={[]} onOpen={onOpen} />);
  expect(screen.queryByRole('button')).toBeNull();
  rerender(<JobTray jobs={[job, { ...job, id: 'b', status: 'completed', path: '/b' }]} onOpen={onOpen} />);
  screen.getByRole('button', { name: '1 job is running' });
  const links = screen.getAllByRole('link', { hidden: true });
  expect(links.map((link) => link.getAttribute('href'))).toEqual(['/a', '/b']);
  const first = links[0] as HTMLElement;
  expect(within(first).getByRole('progressbar', { hidden: true }).getAttribute('aria-valuenow')).toBe('50');
  first.closest<HTMLElement & { hidePopover: () => void }>('[popover]')!.hidePopover = () => undefined;
  fireEvent.click(first);
  expect(onOpen).toHaveBeenCalledWith('/a');
});
