import { MAX_HEADER_TITLE_LENGTH } from '#contract/limits.ts';
import { headerStyles } from '#contract/theme/header-style.ts';
import { useT } from '../../../i18n/use-t.tsx';
import { Dropdown } from '../../../ui/form/Dropdown.tsx';
import { SettingsCard } from '../../../ui/form/SettingsCard.tsx';
import { TextBox } from '../../../ui/form/TextBox.tsx';
import type { CardProps } from './ColourCard.tsx';

/** Header customization: its title and how it wears the colour. */
export function HeaderCard({ draft, change, disabled, tenantName }: CardProps & { tenantName: string }) {
  const t = useT();
  return (
    <SettingsCard title={t('tenant.header')} why={t('tenant.headerWhy')}>
      <TextBox
        label={t('tenant.headerTitle')}
        help={t(draft.logo ? 'tenant.headerTitleHelpLogo' : 'tenant.headerTitleHelp', { name: tenantName })}
        value={draft.headerTitle ?? ''}
        onChange={(headerTitle) => change({ headerTitle: headerTitle || null })}
        maxLength={MAX_HEADER_TITLE_LENGTH}
        autoComplete="off"
        disabled={disabled}
      />
      <Dropdown
        label={t('tenant.headerStyle')}
        value={draft.headerStyle}
        onChange={(headerStyle) => change({ headerStyle })}
        choices={headerStyles.map((value) => ({ value, label: t(`tenant.headerStyle_${value}`) }))}
        disabled={disabled}
      />
    </SettingsCard>
  );
}
