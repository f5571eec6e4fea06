import { useLanguage, useT } from '../../i18n/use-t.tsx';
import { type PageSizes, PagerBar } from './PagerBar.tsx';
import { pagerPlaces } from './pager-places.ts';

export type PagerProps = PageSizes & {
  /** From 1. */
  page: number;
  totalResults: number;
  /** True where the total is a cap or an estimate: shown as "1,000+". */
  totalIsEstimate?: boolean | undefined;
  onPage: (page: number) => void;
};

/** The pager of lists whose pages have numbers. */
export function Pager({ page, totalResults, totalIsEstimate = false, onPage, ...sizes }: PagerProps) {
  const t = useT();
  const language = useLanguage();
  const number = (value: number) => new Intl.NumberFormat(language).format(value);
  const { from, to, last } = pagerPlaces(page, sizes.pageSize, totalResults);
  const total = totalIsEstimate ? t('ui.atLeast', { number: number(totalResults) }) : number(totalResults);
  const isLast = page >= last;
  const go = (target: number) => () => onPage(target);
  return (
    <PagerBar
      {...sizes}
      range={t('ui.range', { from: number(from), to: number(to), total })}
      steps={{
        first: page <= 1 ? undefined : go(1),
        previous: page <= 1 ? undefined : go(page - 1),
        next: isLast && !totalIsEstimate ? undefined : go(page + 1),
        last: isLast || totalIsEstimate ? undefined : go(last),
      }}
    />
  );
}
