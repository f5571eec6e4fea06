import { privacyPolicyLink } from '#contract/privacy-link.ts';
import { useAwake, useGuest } from './context.tsx';
import { LanguageSelect } from './LanguageSelect.tsx';

/** Language, privacy policy and copyright. */
export function Footer() {
  const { t, product, data, language } = useGuest();
  const awake = useAwake();
  const policy = awake
    ? data.privacyPolicy?.[privacyPolicyLink({ region: data.region, tenant: undefined, language })]
    : undefined;
  return (
    <footer className="g-footer">
      <LanguageSelect />
      {policy ? (
        <a href={policy} target="_blank" rel="noreferrer">
          {t('guest.privacyPolicy')}
        </a>
      ) : null}
      <small>{t('guest.copyright', { product })}</small>
      {awake && data.environment ? (
        <strong>{t('guest.testEnvironment', { environment: data.environment })}</strong>
      ) : null}
    </footer>
  );
}
