import { useQuery } from '@tanstack/react-query';
import { pageConfigQuery } from '../../../base/session-queries.ts';
import { useT } from '../../../i18n/use-t.tsx';
import classes from './branding.module.css';
import type { Look } from './look.ts';

/** The sign-in page as a picture of itself: the same measures and colours, nothing to press. */
export function SignInPreview({ look: { logo, logoPlate, headerTitle } }: { look: Look }) {
  const t = useT();
  const { data: config } = useQuery({ ...pageConfigQuery, enabled: false });
  return (
    <div className={classes.signIn}>
      <div className={classes.signInCard}>
        <div className={classes.signInLogo}>
          {logo ? (
            <img className={logoPlate ? classes.plate : undefined} src={logo.url} alt="" />
          ) : (
            <svg viewBox="0 0 32 32" width="32" height="32" aria-hidden="true">
              <rect width="32" height="32" rx="8" />
              <path d="M9 24V15a7 7 0 0 1 14 0v9M16 24v-8" fill="none" strokeWidth="2.5" strokeLinecap="round" />
            </svg>
          )}
          {logo && !headerTitle ? null : <strong>{headerTitle ?? config?.productName}</strong>}
        </div>
        <p className={classes.signInTitle}>{t('login.title')}</p>
        <p className={classes.signInLabel}>{t('common.mailAddress')}</p>
        <div className={classes.signInField} />
        <p className={classes.signInLabel}>{t('common.password')}</p>
        <div className={classes.signInField} />
        <div className={classes.signInButton}>{t('login.signIn')}</div>
        <p className={classes.signInLink}>{t('login.forgotPassword')}</p>
      </div>
    </div>
  );
}
