import { useLanguage, useT } from '../../i18n/use-t.tsx';
import classes from './groups.module.css';

/** Says that not all were chosen that somebody ticked: no more are taken out at once. */
export function CutNote({ most }: { most: number }) {
  const t = useT();
  return (
    <p className={classes.limit}>
      {t('groups.cutToTakeOut', { most: new Intl.NumberFormat(useLanguage()).format(most) })}
    </p>
  );
}
