import { ActionIcon } from '@mantine/core';
import IconChevronLeft from '@tabler/icons-react/dist/esm/icons/IconChevronLeft.mjs';
import IconChevronRight from '@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs';
import IconChevronsLeft from '@tabler/icons-react/dist/esm/icons/IconChevronsLeft.mjs';
import IconChevronsRight from '@tabler/icons-react/dist/esm/icons/IconChevronsRight.mjs';
import { PAGE_SIZES } from '#contract/limits.ts';
import { useLanguage, useT } from '../../i18n/use-t.tsx';
import classes from './Pager.module.css';

/** The page sizes of a list, and what choosing one does. */
export type PageSizes = {
  pageSize: number;
  onPageSize: (pageSize: number) => void;
  pageSizes?: readonly number[];
};

const icons = {
  first: IconChevronsLeft,
  previous: IconChevronLeft,
  next: IconChevronRight,
  last: IconChevronsRight,
} as const;
type Step = keyof typeof icons;

type Props = PageSizes & {
  /** Which rows of how many are shown. */
  range: string;
  /** Where each step leads; one that is `undefined` leads nowhere now, one that is absent is not drawn. */
  steps: Partial<Record<Step, (() => void) | undefined>>;
};

/** First, previous, next, last and the page size (spec section 3, "Pager events"). */
export function PagerBar({ pageSize, onPageSize, pageSizes = PAGE_SIZES, range, steps }: Props) {
  const t = useT();
  const number = new Intl.NumberFormat(useLanguage());
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
        {range}
      </span>
      <div className={classes.steps}>
        {(Object.keys(icons) as Step[])
          .filter((step) => step in steps)
          .map((step) => {
            const Icon = icons[step];
            const name = t(`ui.${step}Page`);
            const go = steps[step];
            return (
              <ActionIcon
                key={step}
                variant="default"
                size={36}
                aria-label={name}
                title={name}
                disabled={!go}
                onClick={go}
              >
                <Icon size={18} />
              </ActionIcon>
            );
          })}
      </div>
    </nav>
  );
}
