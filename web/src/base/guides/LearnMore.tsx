import type { GuideId } from '#contract/site/guides.ts';
import { useT } from '../../i18n/use-t.tsx';
import { paths } from '../paths.ts';
import classes from './guides.module.css';

/**
 * Leads to the guide of a setting, in a tab of its own so that a half-filled form stays. `about` is the heading that it
 * stands under: a list of links must tell one "Learn more" from another.
 */
export function LearnMore({ guide, about }: { guide: GuideId; about: string }) {
  const t = useT();
  return (
    <a className={classes.learnMore} href={paths.guide(guide)} target="_blank" rel="noopener">
      {t('ui.guides.learnMore')}
      <span className="visually-hidden"> {t('ui.guides.learnMoreAbout', { about })}</span>
    </a>
  );
}
