import { ActionIcon } from '@mantine/core';
import IconChevronLeft from '@tabler/icons-react/dist/esm/icons/IconChevronLeft.mjs';
import IconChevronRight from '@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs';
import { useLanguage, useT } from '../../i18n/use-t.tsx';
import { pageCount } from './license-pages.ts';
import classes from './permissions.module.css';
import type { License } from './types.ts';

type Props = {
  shown: readonly License[];
  from: number;
  page: number;
  total: number;
  disabled: boolean;
  onPage: (page: number) => void;
};

/** Goes from one page of licences to the next: the columns change, the rows stay. */
export function LicensePager({ shown, from, page, total, disabled, onPage }: Props) {
  const t = useT();
  const number = new Intl.NumberFormat(useLanguage());
  const last = pageCount(total);
  if (last === 1) return null;
  const step = (name: string, icon: React.ReactNode, target: number, out: boolean) => (
    <ActionIcon
      variant="default"
      size={36}
      aria-label={name}
      title={name}
      disabled={disabled || out}
      onClick={() => onPage(target)}
    >
      {icon}
    </ActionIcon>
  );
  return (
    <nav className={classes.licensePager} aria-label={t('permissions.licensePages')}>
      <span aria-live="polite">
        {t('permissions.licenseRange', {
          from: number.format(from),
          to: number.format(from + shown.length - 1),
          total: number.format(total),
        })}
      </span>
      {step(t('permissions.previousLicenses'), <IconChevronLeft size={18} />, page - 1, page === 1)}
      {step(t('permissions.nextLicenses'), <IconChevronRight size={18} />, page + 1, page === last)}
    </nav>
  );
}
