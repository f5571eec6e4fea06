import IconInfinity from '@tabler/icons-react/dist/esm/icons/IconInfinity.mjs';
import { isUnlimitedVolume } from '#contract/display.ts';
import { useLanguage, useT } from '../../i18n/use-t.tsx';
import classes from './permissions.module.css';

/** How many seats are taken of how many; so many that they do not run out are shown as the image (spec section 5). */
export function Seats({ used, volume }: { used: number; volume: number }) {
  const t = useT();
  const number = new Intl.NumberFormat(useLanguage());
  const unlimited = isUnlimitedVolume(volume);
  return (
    <span className={classes.seats} data-over={used > volume || undefined}>
      <span>{t('permissions.used', { used: number.format(used) })}</span>
      {unlimited ? (
        <IconInfinity size={18} role="img" aria-label={t('common.unlimited')} />
      ) : (
        <span>{t('permissions.ofVolume', { volume: number.format(volume) })}</span>
      )}
    </span>
  );
}
