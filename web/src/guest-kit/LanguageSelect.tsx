import { languageChoices } from '../i18n/languages.ts';
import { changeLanguage } from '../i18n/language.ts';
import { useAwake, useGuest } from './context.tsx';

/**
 * Chooses the language: it is remembered in the cookie, and the page comes back in it. Until the prerendered page is awake
 * nothing can be chosen: the choice would be lost.
 */
export function LanguageSelect() {
  const awake = useAwake();
  const { t, language } = useGuest();
  return (
    <label className="g-language">
      <svg
        viewBox="0 0 24 24"
        width="18"
        height="18"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.75"
        aria-hidden="true"
      >
        <circle cx="12" cy="12" r="9" />
        <path d="M3 12h18M12 3c5 5 5 13 0 18M12 3c-5 5-5 13 0 18" />
      </svg>
      <span className="g-hidden">{t('guest.language')}</span>
      <select defaultValue={language} disabled={!awake} onChange={(event) => changeLanguage(event.currentTarget.value)}>
        {languageChoices().map(({ value, label }) => (
          <option key={value} value={value} lang={value}>
            {label}
          </option>
        ))}
      </select>
    </label>
  );
}
