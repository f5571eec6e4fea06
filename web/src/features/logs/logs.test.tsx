import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import { renderInPortal } from '../../../test/render.tsx';
import { TimeChart } from '../../ui/text/TimeChart.tsx';
import { changedSearch, conditionOf, countFilters, isFiltered, periodOf, readLogSearch } from './log-search.ts';

describe('the address of a log', () => {
  test.each([
    [{}, {}],
    [{ period: 'days7', count: 20 }, {}],
    [
      { period: 'days35', count: '50' },
      { period: 'days35', count: 50 },
    ],
    [{ from: '2026/11/01 00:00:00' }, {}],
    [
      { keyword: 12, user: '  a  ', address: 'javascript:', status: 'maybe', entry: 'x', cursor: '<' },
      { keyword: '12', user: 'a' },
    ],
    [
      { reason: 'mismatch', type: 'userId', operation: 'drop', target: '../x' },
      { reason: 'mismatch', type: 'userId' },
    ],
  ])('%j reads as %j', (given, read) => {
    expect(readLogSearch(given)).toEqual(read);
  });

  test('a changed filter begins at the first page, with no row open', () => {
    const search = { keyword: 'a', cursor: 'n.1.x', entry: '0196a2b0-0000-7000-8000-000000000001' };
    expect(changedSearch(search, { user: 'b' })).toEqual({ keyword: 'a', user: 'b' });
  });

  test('each log asks in its own words', () => {
    const search = { user: 'a', request: 'r', status: 'error', operation: 'update', target: 'user' } as const;
    expect(conditionOf('login', search)).toEqual({ userId: 'a', requestId: 'r', status: 'error' });
    expect(conditionOf('systemOperation', search)).toEqual({
      ...{ operatorUserId: 'a', requestId: 'r', status: 'error', operation: 'update', targetType: 'user' },
      // Names of apps are the reader's.
      language: 'en',
    });
    expect([countFilters(search), isFiltered({}), isFiltered({ period: 'hours24' })]).toEqual([5, false, true]);
  });

  test('a custom period applies in the user’s time zone, and half a period is ignored', () => {
    const ends = { from: '2026/11/01 00:00:00', to: '2026/11/02 23:59:59' };
    expect(periodOf({ period: 'custom', ...ends }, 'Asia/Tokyo')).toEqual({
      periodType: 'custom',
      fromDatetime: '2026-10-31T15:00:00.000Z',
      toDatetime: '2026-11-02T14:59:59.000Z',
    });
    expect(periodOf({ period: 'custom', from: ends.from }, 'Asia/Tokyo')).toEqual({ periodType: 'days7' });
  });
});

test('the chart says in a table what its bars show, and leads to what is behind a bar', async () => {
  const onChoose = vi.fn();
  renderInPortal(
    <TimeChart
      title="By day"
      timeHeader="Day"
      series={[
        { name: 'Fine', tone: 'accent', values: [1200, 0] },
        { name: 'Refused', tone: 'danger', values: [3, 0] },
      ]}
      labels={['Monday', 'Tuesday']}
      choose={{ label: (day) => `Only ${day}`, onChoose }}
    />,
  );
  expect(screen.getByRole('img').getAttribute('aria-label')).toBe('By day. Fine: 1,200 Refused: 3');
  const table = screen.getByRole('table', { hidden: true });
  const cells = within(table).getAllByRole('cell', { hidden: true });
  expect(cells.map(({ textContent }) => textContent)).toEqual(['1,200', '3', '0', '0']);
  await userEvent.click(screen.getByText('Show as table'));
  await userEvent.click(screen.getByText('Tuesday', { selector: 'button' }));
  expect(onChoose).toHaveBeenCalledWith(1);
});
