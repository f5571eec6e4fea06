import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { renderInPortal } from '../../../test/render.tsx';
import { apiError } from '../../api/api-error.ts';
import { columnKit } from './columns.tsx';
import { QueryList, type QueryListProps } from './QueryList.tsx';

type Row = { id: string; note: string };

const { words } = columnKit(((key: string) => key) as never, 'en', 'UTC');
const rowId = ({ id }: Row) => id;
const go = vi.fn<QueryListProps<Row>['go']>();
const retry = vi.fn();
const some = [{ id: 'anna', note: 'x' }, ...['ben', 'carl'].map((id) => ({ id, note: '' }))];

const pageOf = (results: Row[], more: object = {}) => ({
  ...{ isPlaceholderData: false, isError: false, error: null, refetch: retry },
  data: { results, totalResults: 45, ...more },
});

const list: QueryListProps<Row> = {
  ...{ id: 'things', caption: 'Things', rowId, rowName: rowId, at: {}, go, paged: 'by page', failedTitle: 'No things' },
  columns: [words('id', 'Id', rowId, { isName: true, sortable: true }), words('note', 'Note', ({ note }) => note)],
  query: pageOf(some),
  empty: { title: 'Nothing yet', text: '' },
};

const open = (props: Partial<QueryListProps<Row>> = {}) => renderInPortal(<QueryList {...list} {...props} />);
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

afterEach(() => {
  cleanup();
  vi.clearAllMocks();
});

test('pages with numbers: where one is, and the ways on', () => {
  open({ at: { page: 2 } });
  expect(screen.getByText('21–40 of 45')).toBeTruthy();
  for (const name of ['Next page', 'Last page', 'Previous page', 'First page']) press(name);
  fireEvent.change(screen.getByRole('combobox', { name: 'Rows per page' }), { target: { value: '50' } });
  expect(go.mock.calls).toEqual([[{ page: 3 }], [{ page: 3 }], [{ page: 1 }], [{ page: 1 }], [{ count: 50 }]]);
});

test('cursors lead to the neighbours, and to the end by its number where nothing is estimated', () => {
  const neighbours = { next: 'n', previous: 'p' };
  const { unmount } = open({ query: pageOf(some, neighbours), paged: 'by cursor, last by page' });
  for (const name of ['Next page', 'Previous page', 'First page', 'Last page']) press(name);
  expect(go.mock.calls).toEqual([[{ cursor: 'n', row: 4 }], [{ cursor: 'p' }], [{ cursor: undefined }], [{ page: 3 }]]);
  unmount();
  open({ query: pageOf(some, { ...neighbours, totalIsEstimate: true }), paged: 'by cursor, last by page' });
  expect(screen.queryByRole('button', { name: 'Last page' })).toBeNull();
});

test('behind a cursor, the address tells which rows they are; of one from elsewhere that is not known', () => {
  const query = pageOf(some, { next: 'n', previous: 'p' });
  const { unmount } = open({ query, paged: 'by cursor', at: { cursor: 'c', row: 41 } });
  expect(screen.getByText('41–43 of 45')).toBeTruthy();
  for (const name of ['Next page', 'Previous page']) press(name);
  expect(go.mock.calls).toEqual([[{ cursor: 'n', row: 44 }], [{ cursor: 'p', row: 21 }]]);
  unmount();
  open({ query, paged: 'by cursor', at: { cursor: 'c' } });
  expect(screen.queryByText(/–/)).toBeNull();
});

test('a known count replaces the estimate; a fixed page size cannot be changed', () => {
  open({ query: pageOf(some, { totalIsEstimate: true }), paged: 'by cursor', counted: 7, oneSize: true });
  expect(screen.getAllByText('7 results').length).toBeGreaterThan(0);
  expect(screen.queryByRole('combobox', { name: 'Rows per page' })).toBeNull();
});

test('the order: by a head, and by the box of a list without heads', () => {
  open({ at: { order: 'descending' }, sortedBy: 'id' });
  expect(screen.getByRole('columnheader', { name: 'Id' }).getAttribute('aria-sort')).toBe('descending');
  press('Id');
  press('Sort in ascending order');
  fireEvent.change(screen.getByRole('combobox', { name: 'Sort by' }), { target: { value: 'id' } });
  const ascending = [{ sort: 'id', order: 'ascending' }];
  expect(go.mock.calls).toEqual([ascending, ascending, ascending]);
});

test('a page behind the first that is empty is left, unless the search may go on behind it', () => {
  open({ at: { cursor: 'c' }, query: pageOf([]), paged: 'by cursor', emptyPages: true });
  expect(go).not.toHaveBeenCalled();
  expect(screen.getByText('Nothing yet')).toBeTruthy();
  cleanup();
  open({ at: { cursor: 'c' }, query: pageOf([]), paged: 'by cursor' });
  expect(go.mock.calls).toEqual([[{}, true]]);
  expect(screen.queryByText('Nothing yet')).toBeNull();
  cleanup();
  open({ query: pageOf([]) });
  expect(screen.getByText('Nothing yet')).toBeTruthy();
  expect(screen.queryByRole('navigation')).toBeNull();
});

test('an error is shown and can be retried', () => {
  const error = apiError(500, [{ message_id: 'unknown_error', message: '' }], 'r-1');
  open({ query: { ...pageOf([]), data: undefined, isError: true, error } });
  expect(screen.getByText('No things')).toBeTruthy();
  expect(screen.getByText('r-1')).toBeTruthy();
  press('Try again');
  expect(retry).toHaveBeenCalled();
});

test('as a card a row names its columns, and leaves out what is not known', () => {
  open();
  const cells = [...document.querySelectorAll<HTMLElement>('tbody td')];
  expect(cells.map(({ dataset, textContent }) => [dataset.label, textContent, dataset.empty])).toEqual([
    ['Note', 'x', undefined],
    ['Note', '-', 'true'],
    ['Note', '-', 'true'],
  ]);
});
