import { useT } from '../../i18n/use-t.tsx';
import classes from './Frame.module.css';

export function Footer({ product, privacyPolicyUrl }: { product: string; privacyPolicyUrl: string | undefined }) {
  const t = useT();
  return (
    <footer className={classes.footer}>
      <small>{t('ui.copyright', { product })}</small>
      {privacyPolicyUrl ? (
        <a href={privacyPolicyUrl} target="_blank" rel="noreferrer">
          {t('ui.privacyPolicy')}
        </a>
      ) : null}
    </footer>
  );
}
