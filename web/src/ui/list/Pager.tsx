import { ActionIcon } from '@mantine/core';
import IconChevronLeft from '@tabler/icons-react/dist/esm/icons/IconChevronLeft.mjs';
import IconChevronRight from '@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs';
import IconChevronsLeft from '@tabler/icons-react/dist/esm/icons/IconChevronsLeft.mjs';
import IconChevronsRight from '@tabler/icons-react/dist/esm/icons/IconChevronsRight.mjs';
import type { Icon } from '@tabler/icons-react';
import { PAGE_SIZES } from '#contract/limits.ts';
import { useLanguage, useT } from '../../i18n/use-t.tsx';
import { pagerPlaces } from './pager-places.ts';
import classes from './Pager.module.css';

export type PagerProps = {
  /** From 1. */
  page: number;
  pageSize: number;
  totalResults: number;
  /** True where the total is a cap or an estimate: shown as "1,000+". */
  totalIsEstimate?: boolean | undefined;
  onPage: (page: number) => void;
  onPageSize: (pageSize: number) => void;
  pageSizes?: readonly number[];
};

/** First, previous, next, last and the page size (spec section 3, "Pager events"). */
export function Pager({
  page,
  pageSize,
  totalResults,
  totalIsEstimate = false,
  onPage,
  onPageSize,
  pageSizes = PAGE_SIZES,
}: PagerProps) {
  const t = useT();
  const language = useLanguage();
  const number = (value: number) => new Intl.NumberFormat(language).format(value);
  const { from, to, last } = pagerPlaces(page, pageSize, totalResults);
  const total = totalIsEstimate ? t('ui.atLeast', { number: number(totalResults) }) : number(totalResults);
  const step = (name: string, StepIcon: Icon, target: number, disabled: boolean) => (
    <ActionIcon
      variant="default"
      size={36}
      aria-label={name}
      title={name}
      disabled={disabled}
      onClick={() => onPage(target)}
    >
      <StepIcon size={18} />
    </ActionIcon>
  );
  return (
    <nav className={classes.pager} aria-label={t('ui.pager')}>
      {pageSizes.length > 1 ? (
        <label className={classes.size}>
          <span>{t('ui.pageSize')}</span>
          <select value={pageSize} onChange={(event) => onPageSize(Number(event.currentTarget.value))}>
            {pageSizes.map((size) => (
              <option key={size} value={size}>
                {number(size)}
              </option>
            ))}
          </select>
        </label>
      ) : null}
      <span className={classes.range} aria-live="polite">
        {t('ui.range', { from: number(from), to: number(to), total })}
      </span>
      <div className={classes.steps}>
        {step(t('ui.firstPage'), IconChevronsLeft, 1, page <= 1)}
        {step(t('ui.previousPage'), IconChevronLeft, page - 1, page <= 1)}
        {step(t('ui.nextPage'), IconChevronRight, page + 1, page >= last && !totalIsEstimate)}
        {step(t('ui.lastPage'), IconChevronsRight, last, page >= last || totalIsEstimate)}
      </div>
    </nav>
  );
}
