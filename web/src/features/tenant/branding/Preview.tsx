import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ComponentType, type CSSProperties, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { accentTokens } from '#contract/theme/accent.ts';
import type { Me } from '#contract/sign-in/me.ts';
import { failureText } from '../../../base/failure.ts';
import { pageConfigQuery } from '../../../base/session-queries.ts';
import { useT } from '../../../i18n/use-t.tsx';
import { showMail } from '../../../base/mail-texts/show-mail.ts';
import classes from './branding.module.css';
import { type Scheme, schemes } from './colour.ts';
import type { Look } from './look.ts';
import { mailPreviewQuery } from './queries.ts';
import { SignInPreview } from './SignInPreview.tsx';

type HeaderProps = {
  product: string;
  title: string;
  me: Me;
  tenant: Omit<Look, 'logo'> & { tenantId: string; name: string; logoUrl: string | null };
};

/** The header of the pages as it is only looked at: the shell's, which gives it to this page. */
export type HeaderShown = ComponentType<HeaderProps>;

type Shown = { look: Look; me: Me; Header: HeaderShown };

/** What people will see, light and dark, before anything is saved. */
export function Preview({ look, me, Header }: Shown) {
  const t = useT();
  const id = useId();
  const { themeColor } = look;
  return (
    <section className={classes.preview} aria-labelledby={id}>
      <h2 id={id}>{t('tenant.preview')}</h2>
      <p>{t('tenant.previewWhy')}</p>
      <Pair name={t('tenant.previewHeader')} themeColor={themeColor}>
        {() => <HeaderPreview look={look} me={me} Header={Header} />}
      </Pair>
      <Pair name={t('tenant.previewSignIn')} themeColor={themeColor}>
        {() => <SignInPreview look={look} />}
      </Pair>
      <Pair name={t('tenant.previewMail')} themeColor={themeColor}>
        {(scheme) => <MailPreview look={look} scheme={scheme} />}
      </Pair>
    </section>
  );
}

type PairProps = { name: string; themeColor: string | null; children: (scheme: Scheme) => ReactNode };

/** The same, in light and in dark, in the colour that was chosen. */
function Pair({ name, themeColor, children }: PairProps) {
  const t = useT();
  const tokens = accentTokens(themeColor) as CSSProperties;
  return (
    <>
      <h3>{name}</h3>
      <div className={classes.pair}>
        {schemes.map((scheme) => (
          <figure key={scheme}>
            <div className={classes.scene} data-scene={scheme} style={tokens} inert>
              {children(scheme)}
            </div>
            <figcaption>{t(`tenant.scheme_${scheme}`)}</figcaption>
          </figure>
        ))}
      </div>
    </>
  );
}

/** The header itself, which is only looked at. */
function HeaderPreview({ look, me, Header }: Shown) {
  const t = useT();
  const { data: config } = useQuery({ ...pageConfigQuery, enabled: false });
  const { logo, ...worn } = look;
  return (
    <div className={classes.header}>
      <Header
        product={config?.productName ?? ''}
        title={t('ui.nav.users')}
        me={me}
        tenant={{ tenantId: me.tenantId, name: me.tenantName, ...worn, logoUrl: logo?.url ?? null }}
      />
      <div className={classes.below} />
    </div>
  );
}

const DEBOUNCE_MS = 250;

/** What is chosen, once it has stayed for a moment: a colour that is dragged changes many times a second. */
function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState(value);
  const text = JSON.stringify(value);
  // biome-ignore lint/correctness/useExhaustiveDependencies: by its content
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

/** A mail as the server would send it. */
function MailPreview({ look: { themeColor, logo, logoPlate }, scheme }: { look: Look; scheme: Scheme }) {
  const t = useT();
  const place = useRef<HTMLDivElement>(null);
  const body = useSettled({ themeColor, logoId: logo?.logoId ?? null, logoPlate, scheme });
  const { data, error } = useQuery({ ...mailPreviewQuery(body), placeholderData: keepPreviousData });
  const html = data?.html;
  useEffect(() => {
    if (html && place.current) showMail(place.current, html);
  }, [html]);
  if (error && !data) return <p className={classes.mail}>{failureText(t, error)}</p>;
  return <div ref={place} className={classes.mail} lang={data?.locale} />;
}
