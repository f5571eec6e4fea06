import IconId from '@tabler/icons-react/dist/esm/icons/IconId.mjs';
import { cardLoginFactors } from '#contract/login-policy-values.ts';
import { LearnMore } from '../../../base/guides/LearnMore.tsx';
import { useT } from '../../../i18n/use-t.tsx';
import { Dropdown } from '../../../ui/form/Dropdown.tsx';
import { SettingRow } from '../../../ui/form/SettingRow.tsx';
import { SettingsCard } from '../../../ui/form/SettingsCard.tsx';
import type { PolicyForm } from '../policy/use-policy-form.ts';
import { switchCards } from './device-ways.ts';

/** Cards and on-premise accounts: whether there are any, and what a sign-in with them begins with. */
export function CardsCard({ form: { policy, change, changeAll, mistake, disabled } }: { form: PolicyForm }) {
  const t = useT();
  const { loginPolicy } = policy;
  const { enabled, cardLoginFactor } = loginPolicy.onpremiseId;
  return (
    <SettingsCard
      title={t('loginPolicy.cards')}
      why={
        <>
          {t('loginPolicy.cardsWhy')} <LearnMore guide="cards" about={t('loginPolicy.cards')} />
        </>
      }
    >
      <SettingRow
        icon={IconId}
        name={t('loginPolicy.useCards')}
        consequence={t('loginPolicy.cardsConsequence')}
        checked={enabled}
        onChange={(checked) => changeAll(switchCards(loginPolicy, checked))}
        disabled={disabled}
      >
        <Dropdown
          label={t('policy.cardLoginFactor')}
          value={cardLoginFactor}
          choices={cardLoginFactors.map((value) => ({ value, label: t(`loginPolicy.factor_${value}`) }))}
          onChange={(value) => change('loginPolicy.onpremiseId.cardLoginFactor', value)}
          error={mistake('loginPolicy.onpremiseId.cardLoginFactor')}
          disabled={disabled}
        />
      </SettingRow>
    </SettingsCard>
  );
}
