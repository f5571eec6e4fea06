import IconPercentage from '@tabler/icons-react/dist/esm/icons/IconPercentage.mjs';
import IconUserMinus from '@tabler/icons-react/dist/esm/icons/IconUserMinus.mjs';
import { LEAVING_ALWAYS, MAX_LEAVING_LIMIT } from '#contract/provisioning/values.ts';
import { useT } from '../../../i18n/use-t.tsx';
import { NumberBox } from '../../../ui/form/NumberBox.tsx';
import { SettingRow } from '../../../ui/form/SettingRow.tsx';
import { SettingsCard } from '../../../ui/form/SettingsCard.tsx';
import type { SourceForm } from './use-source-form.ts';

/** What a limit begins with when it is switched on. */
const USUAL = { percent: 20, users: 100 };

/** How many users may leave within a day; the others are held back. */
export function LimitsCard({ form: { draft, change } }: { form: SourceForm }) {
  const t = useT();
  const { maxLeaving, maxLeavingPercent } = draft;
  return (
    <SettingsCard title={t('provisioning.limitsTitle')} why={t('provisioning.limitsWhy')}>
      <SettingRow
        icon={IconPercentage}
        name={t('provisioning.limitPercent')}
        consequence={t('provisioning.limitPercentConsequence', { always: LEAVING_ALWAYS })}
        checked={maxLeavingPercent !== null}
        onChange={(on) => change({ maxLeavingPercent: on ? USUAL.percent : null })}
      >
        <NumberBox
          label={t('provisioning.limitPercentBox')}
          value={maxLeavingPercent ?? USUAL.percent}
          least={1}
          most={100}
          onChange={(next) => change({ maxLeavingPercent: next })}
        />
      </SettingRow>
      <SettingRow
        icon={IconUserMinus}
        name={t('provisioning.limitUsers')}
        consequence={t('provisioning.limitUsersConsequence')}
        checked={maxLeaving !== null}
        onChange={(on) => change({ maxLeaving: on ? USUAL.users : null })}
      >
        <NumberBox
          label={t('provisioning.limitUsersBox')}
          value={maxLeaving ?? USUAL.users}
          least={0}
          most={MAX_LEAVING_LIMIT}
          onChange={(next) => change({ maxLeaving: next })}
        />
      </SettingRow>
    </SettingsCard>
  );
}
