import type { ErrorId } from '#contract/errors.ts';
import { useT } from '../../../i18n/use-t.tsx';
import { TextBox } from '../../../ui/form/TextBox.tsx';
import { daysMistake, domainMistake, MAX_DAYS, MAX_SEATS, seatsMistake, type UrlDraft, type UrlField } from './form.ts';

type Props = {
  draft: Pick<UrlDraft, 'usersLimit' | 'enabledDomains' | 'expiresIn'>;
  onChange: (change: Partial<UrlDraft>) => void;
  /** Whether it is there already. */
  isMade: boolean;
  /** Somebody has registered: whom it is for stays as it is. */
  settled: boolean;
  refused: Partial<Record<UrlField, ErrorId>>;
};

/** How many may register behind a URL, until when, and with addresses of which domains. */
export function UrlBoxes({ draft, onChange, isMade, settled, refused }: Props) {
  const t = useT();
  const error = (field: UrlField) => (refused[field] ? t(`errors.${refused[field]}`) : undefined);
  return (
    <>
      <TextBox
        label={t('onboarding.urls.limit')}
        help={t('onboarding.urls.limitHelp')}
        kind="numeric"
        required
        maxLength={6}
        value={draft.usersLimit}
        onChange={(usersLimit) => onChange({ usersLimit })}
        validate={(value) => seatsMistake(value) && t('onboarding.urls.limitWrong', { most: MAX_SEATS })}
        error={error('usersLimit')}
        data-autofocus={isMade}
      />
      <TextBox
        label={t(isMade ? 'onboarding.urls.moreDays' : 'onboarding.urls.days')}
        help={t(isMade ? 'onboarding.urls.moreDaysHelp' : 'onboarding.urls.daysHelp')}
        kind="numeric"
        required={!isMade}
        maxLength={3}
        value={draft.expiresIn}
        onChange={(expiresIn) => onChange({ expiresIn })}
        validate={(value) => daysMistake(value) && t('onboarding.urls.daysWrong', { most: MAX_DAYS })}
        error={error('expiresIn')}
      />
      <TextBox
        label={t('onboarding.urls.domains')}
        help={t(settled ? 'onboarding.urls.domainsSettled' : 'onboarding.urls.domainsHelp')}
        disabled={settled}
        value={draft.enabledDomains}
        onChange={(enabledDomains) => onChange({ enabledDomains })}
        validate={(value) => {
          const found = domainMistake(value);
          if (!found) return undefined;
          return 'tooMany' in found
            ? t('onboarding.urls.tooManyDomains', { most: found.tooMany })
            : t('onboarding.urls.domainWrong', { domain: found.wrong });
        }}
        error={error('enabledDomains')}
      />
    </>
  );
}
