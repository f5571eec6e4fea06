import { MAX_NAME_LENGTH } from '#contract/limits.ts';
import { isUnicodeBmp } from '#contract/rules.ts';
import { useT } from '../../../i18n/use-t.tsx';
import { ReadOnlyTextBox } from '../../../ui/ReadOnlyTextBox.tsx';
import { SettingsCard } from '../../../ui/SettingsCard.tsx';
import { TextBox } from '../../../ui/TextBox.tsx';
import type { Basics } from './basics.ts';

export type CardProps = { draft: Basics; change: (some: Partial<Basics>) => void; disabled: boolean };

/** The name, and the id that never changes. */
export function NameCard({ tenantId, draft, change, disabled }: CardProps & { tenantId: string }) {
  const t = useT();
  return (
    <SettingsCard title={t('tenant.nameTitle')} why={t('tenant.nameWhy')}>
      <TextBox
        label={t('tenant.name')}
        required
        value={draft.name}
        onChange={(name) => change({ name })}
        maxLength={MAX_NAME_LENGTH}
        validate={(name) => (isUnicodeBmp(name) ? undefined : t('tenant.nameNotBmp'))}
        autoComplete="off"
        disabled={disabled}
      />
      <ReadOnlyTextBox label={t('common.tenantId')} value={tenantId} />
    </SettingsCard>
  );
}
