import type { Translate } from '../../i18n/keys.ts';
import { useLanguage, useT } from '../../i18n/use-t.tsx';
import { type PageSizes, PagerBar } from './PagerBar.tsx';

export type CursorPagerProps = PageSizes & {
  totalResults: number;
  totalIsEstimate?: boolean | undefined;
  /** The cursors of the neighbouring pages; absent at the ends. */
  next: string | undefined;
  previous: string | undefined;
  /** The numbers of the rows shown; absent where an address does not tell. */
  place?: { from: number; rows: number } | undefined;
  /** `undefined`: the first page. `from`: the number of its first row. */
  onCursor: (cursor: string | undefined, from?: number) => void;
  /** To the last page, where the server can go there. */
  onLast?: (() => void) | undefined;
};

/** The pager of lists that are paged by cursors: they have neighbours and a beginning, but no page numbers. */
export function CursorPager(props: CursorPagerProps) {
  const { totalResults, totalIsEstimate, next, previous, place, onCursor, onLast, ...sizes } = props;
  const t = useT();
  const number = new Intl.NumberFormat(useLanguage());
  const back = place && Math.max(1, place.from - sizes.pageSize);
  const isFirst = previous === undefined;
  const isLast = next === undefined;
  return (
    <PagerBar
      {...sizes}
      range={rangeOf(t, number, props)}
      steps={{
        first: isFirst ? undefined : () => onCursor(undefined),
        previous: isFirst ? undefined : () => onCursor(previous, back),
        next: isLast ? undefined : () => onCursor(next, place && place.from + place.rows),
        ...(onLast && { last: isLast ? undefined : onLast }),
      }}
    />
  );
}

/** "51–100 of 514"; how many there are, where it is not known which of them these are. */
function rangeOf(
  t: Translate,
  number: Intl.NumberFormat,
  { totalResults, totalIsEstimate, place }: CursorPagerProps,
): string {
  const to = place ? place.from + place.rows - 1 : 0;
  const known = number.format(Math.max(totalResults, to));
  const total = totalIsEstimate ? t('ui.atLeast', { number: known }) : known;
  if (place && to >= place.from)
    return t('ui.range', { from: number.format(place.from), to: number.format(to), total });
  return totalIsEstimate ? total : t('ui.results', { count: totalResults });
}
