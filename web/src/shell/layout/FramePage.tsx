import IconUsers from '@tabler/icons-react/dist/esm/icons/IconUsers.mjs';
import { useEffect, useState } from 'react';
import type { FrameFlags } from './frame-types.ts';
import { Frame } from './Frame.tsx';
import { type NavArea, navigation } from '../../base/navigation.ts';
import { paths } from '../../base/paths.ts';
import { useT } from '../../i18n/use-t.tsx';
import { applyThemeColor } from '../../theme/apply-theme-color.ts';
import { PageTitle } from '../../ui/page/PageTitle.tsx';
import { SettingRow } from '../../ui/form/SettingRow.tsx';
import { SettingsCard } from '../../ui/form/SettingsCard.tsx';
import { TextBox } from '../../ui/form/TextBox.tsx';

const names = ['guest', 'limitedLogin', 'topPage', 'adminHeader', 'preview'] as const;
const areas: readonly NavArea[] = [
  ...navigation,
  {
    id: 'dev',
    label: 'widgets.user',
    icon: IconUsers,
    admin: true,
    pages: [{ label: 'widgets.user', parts: [{ path: paths.devFrame, label: 'widgets.user', permission: 'me' }] }],
  },
];

/** `/portal/dev/frame`: the frame with somebody signed in, each of its flags, and any tenant colour. */
export function FramePage() {
  const t = useT();
  const [flags, setFlags] = useState<FrameFlags>({ adminHeader: true });
  const [themeColor, setThemeColor] = useState('#0b7a75');
  useEffect(() => applyThemeColor(themeColor), [themeColor]);
  return (
    <Frame
      product="Portico"
      title={t('widgets.user')}
      me={{ userId: 'admin', familyName: '山田', givenName: '花子' }}
      tenant={{ tenantId: 'demo', name: 'Demo Company' }}
      flags={flags}
      navigation={areas}
      at={paths.devFrame}
      helpUrl={paths.devWidgets}
      notificationUrl={paths.devWidgets}
      onNavigate={(path) => location.assign(path)}
      onSwitchAccount={() => undefined}
      onSignOut={() => undefined}
    >
      <PageTitle title={t('widgets.frame')}>{t('widgets.frameLead')}</PageTitle>
      <SettingsCard title={t('widgets.flags')} why={t('widgets.flagsWhy')}>
        {names.map((name) => (
          <SettingRow
            key={name}
            name={t(`widgets.flag.${name}`)}
            consequence={t(`widgets.flagConsequence.${name}`)}
            checked={flags[name] ?? false}
            onChange={(checked) => setFlags((before) => ({ ...before, [name]: checked }))}
          />
        ))}
        <TextBox label={t('widgets.themeColor')} value={themeColor} onChange={setThemeColor} />
      </SettingsCard>
    </Frame>
  );
}
