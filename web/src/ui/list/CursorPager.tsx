import { ActionIcon } from '@mantine/core';
import IconChevronLeft from '@tabler/icons-react/dist/esm/icons/IconChevronLeft.mjs';
import IconChevronRight from '@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs';
import IconChevronsLeft from '@tabler/icons-react/dist/esm/icons/IconChevronsLeft.mjs';
import IconChevronsRight from '@tabler/icons-react/dist/esm/icons/IconChevronsRight.mjs';
import type { Icon } from '@tabler/icons-react';
import { PAGE_SIZES } from '#contract/limits.ts';
import { useLanguage, useT } from '../../i18n/use-t.tsx';
import classes from './Pager.module.css';

export type CursorPagerProps = {
  pageSize: number;
  totalResults: number;
  totalIsEstimate?: boolean | undefined;
  /** The cursors of the neighbouring pages; absent at the ends. */
  next: string | undefined;
  previous: string | undefined;
  /** `undefined`: the first page. */
  onCursor: (cursor: string | undefined) => void;
  /** To the last page, where the server can go there. */
  onLast?: (() => void) | undefined;
  onPageSize: (pageSize: number) => void;
  pageSizes?: readonly number[];
};

/** The pager of lists that are paged by cursors: they have neighbours and a beginning, but no page numbers. */
export function CursorPager(props: CursorPagerProps) {
  const { pageSize, totalResults, totalIsEstimate, next, previous, onCursor, onPageSize } = props;
  const pageSizes = props.pageSizes ?? PAGE_SIZES;
  const t = useT();
  const number = new Intl.NumberFormat(useLanguage());
  const step = (
    name: string,
    StepIcon: Icon,
    cursor: string | undefined,
    disabled: boolean,
    act = () => onCursor(cursor),
  ) => (
    <ActionIcon variant="default" size={36} aria-label={name} title={name} disabled={disabled} onClick={act}>
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
                {number.format(size)}
              </option>
            ))}
          </select>
        </label>
      ) : null}
      <span className={classes.range} aria-live="polite">
        {totalIsEstimate
          ? t('ui.atLeast', { number: number.format(totalResults) })
          : t('ui.results', { count: totalResults })}
      </span>
      <div className={classes.steps}>
        {step(t('ui.firstPage'), IconChevronsLeft, undefined, previous === undefined)}
        {step(t('ui.previousPage'), IconChevronLeft, previous, previous === undefined)}
        {step(t('ui.nextPage'), IconChevronRight, next, next === undefined)}
        {props.onLast ? step(t('ui.lastPage'), IconChevronsRight, undefined, next === undefined, props.onLast) : null}
      </div>
    </nav>
  );
}
