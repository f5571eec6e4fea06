import { MAX_NAME_LENGTH } from '#contract/limits.ts';
import { isVisibleName } from '#contract/visible-name.ts';
import type { TenantSettings } from '../../../base/tenant-settings.ts';
import { useLanguage, useT } from '../../../i18n/use-t.tsx';
import { ReadOnlyTextBox } from '../../../ui/form/ReadOnlyTextBox.tsx';
import { SettingsCard } from '../../../ui/form/SettingsCard.tsx';
import { TextBox } from '../../../ui/form/TextBox.tsx';
import type { Basics } from './basics.ts';

export type CardProps = { draft: Basics; change: (some: Partial<Basics>) => void; disabled: boolean };

/** The name, the id that never changes, and how many of the users that there may be there are. */
export function NameCard({ tenant, draft, change, disabled }: CardProps & { tenant: TenantSettings }) {
  const t = useT();
  const number = new Intl.NumberFormat(useLanguage());
  const { tenantId, users, userLimit } = tenant;
  return (
    <SettingsCard title={t('tenant.nameTitle')} why={t('tenant.nameWhy')}>
      <TextBox
        label={t('tenant.name')}
        required
        value={draft.name}
        onChange={(name) => change({ name })}
        maxLength={MAX_NAME_LENGTH}
        validate={(name) => (isVisibleName(name) ? undefined : t('tenant.nameUnseen'))}
        autoComplete="off"
        disabled={disabled}
      />
      <ReadOnlyTextBox label={t('common.tenantId')} value={tenantId} />
      {userLimit === null ? null : (
        <ReadOnlyTextBox
          label={t('tenant.users')}
          help={t('tenant.usersOfWhy')}
          value={t('tenant.usersOf', { users: number.format(users), limit: number.format(userLimit) })}
        />
      )}
    </SettingsCard>
  );
}
