import { useT } from '../../i18n/use-t.tsx';
import type { FrameProps } from './frame-types.ts';
import classes from './Frame.module.css';

type Props = { product: string } & Pick<
  FrameProps,
  'zone' | 'helpUrl' | 'notificationUrl' | 'termsUrl' | 'privacyPolicyUrl'
>;

/** Copyright, and the provider's own pages as far as there are any. */
export function Footer({ product, zone, helpUrl, notificationUrl, termsUrl, privacyPolicyUrl }: Props) {
  const t = useT();
  const links = [
    { href: helpUrl, name: t('common.help') },
    { href: notificationUrl, name: t('common.notifications') },
    { href: termsUrl, name: t('ui.terms') },
    { href: privacyPolicyUrl, name: t('ui.privacyPolicy') },
  ];
  return (
    <footer className={classes.footer}>
      <small>{t('ui.copyright', { product })}</small>
      {zone ? <small>{t('ui.timesIn', { zone })}</small> : null}
      {links.map(({ href, name }) =>
        href ? (
          <a key={name} href={href} target="_blank" rel="noreferrer">
            {name}
          </a>
        ) : null,
      )}
    </footer>
  );
}
