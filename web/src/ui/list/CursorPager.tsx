import { useLanguage, useT } from '../../i18n/use-t.tsx';
import { type PageSizes, PagerBar } from './PagerBar.tsx';

export type CursorPagerProps = PageSizes & {
  totalResults: number;
  totalIsEstimate?: boolean | undefined;
  /** The cursors of the neighbouring pages; absent at the ends. */
  next: string | undefined;
  previous: string | undefined;
  /** `undefined`: the first page. */
  onCursor: (cursor: string | undefined) => void;
  /** To the last page, where the server can go there. */
  onLast?: (() => void) | undefined;
};

/** The pager of lists that are paged by cursors: they have neighbours and a beginning, but no page numbers. */
export function CursorPager(props: CursorPagerProps) {
  const { totalResults, totalIsEstimate, next, previous, onCursor, onLast, ...sizes } = props;
  const t = useT();
  const number = new Intl.NumberFormat(useLanguage());
  const isFirst = previous === undefined;
  const isLast = next === undefined;
  return (
    <PagerBar
      {...sizes}
      range={
        totalIsEstimate
          ? t('ui.atLeast', { number: number.format(totalResults) })
          : t('ui.results', { count: totalResults })
      }
      steps={{
        first: isFirst ? undefined : () => onCursor(undefined),
        previous: isFirst ? undefined : () => onCursor(previous),
        next: isLast ? undefined : () => onCursor(next),
        ...(onLast && { last: isLast ? undefined : onLast }),
      }}
    />
  );
}
