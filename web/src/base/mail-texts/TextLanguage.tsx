import type { Language } from '#contract/languages.ts';
import { languageChoices, languageName } from '../../i18n/languages.ts';
import { useT } from '../../i18n/use-t.tsx';
import { Dropdown } from '../../ui/form/Dropdown.tsx';

const ALL = 'all';

type Props = {
  value: Language | undefined;
  /** Those that have a text of their own in use. */
  own: readonly Language[];
  onChange: (locale: Language | undefined) => void;
};

/** For the readers of which language the text is: one that can be chosen, or all without a text in theirs. */
export function TextLanguage({ value, own, onChange }: Props) {
  const t = useT();
  const offered = [...languageChoices(value), ...own.flatMap((language) => languageChoices(language))];
  const languages = [...new Map(offered.map((choice) => [choice.value, choice])).values()];
  const choices = [
    { value: ALL, label: t('onboarding.texts.allLanguages') },
    ...languages.map(({ value: language }) => ({
      value: language,
      label: own.some((one) => one === language)
        ? t('onboarding.texts.languageOwn', { language: languageName(language) })
        : languageName(language),
    })),
  ];
  return (
    <Dropdown
      label={t('onboarding.texts.language')}
      value={value ?? ALL}
      choices={choices}
      onChange={(chosen) => onChange(chosen === ALL ? undefined : (chosen as Language))}
    />
  );
}
