import IconInfinity from '@tabler/icons-react/dist/esm/icons/IconInfinity.mjs';
import { UNLIMITED_VOLUME } from '#contract/limits.ts';
import { useLanguage, useT } from '../../i18n/use-t.tsx';
import classes from './text.module.css';

/** A volume as a number; from 100,000,000 on it is unlimited, shown as an image (spec section 5, "Large numbers"). */
export function Volume({ volume }: { volume: number }) {
  const t = useT();
  const number = new Intl.NumberFormat(useLanguage());
  if (volume < UNLIMITED_VOLUME) return <span className={classes.figures}>{number.format(volume)}</span>;
  return (
    <span className={classes.image} role="img" aria-label={t('common.unlimited')} title={t('common.unlimited')}>
      <IconInfinity size={20} stroke={1.75} aria-hidden="true" />
    </span>
  );
}
