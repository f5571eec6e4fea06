import { Button } from '@mantine/core';
import IconHistory from '@tabler/icons-react/dist/esm/icons/IconHistory.mjs';
import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from '@tanstack/react-router';
import { settingSections } from '#contract/logs/setting-sections.ts';
import { useT } from '../../i18n/use-t.tsx';
import { cachedMe } from '../me.ts';
import { meQuery } from '../session-queries.ts';

/** From a page of settings to who changed what there; nothing on other pages, and for who may not read logs. */
export function SettingHistoryLink() {
  const t = useT();
  const { data: me = cachedMe() } = useQuery({ ...meQuery, enabled: false });
  const section = useLocation().pathname.split('/')[3];
  const setting = settingSections.find((one) => one === section);
  if (!setting || !me?.permissions.includes('logs:read')) return null;
  return (
    <Button
      size="compact-sm"
      variant="subtle"
      leftSection={<IconHistory size={16} aria-hidden="true" />}
      renderRoot={(props) => (
        <Link {...props} to="/portal/tenant/system-log" search={{ setting, period: 'days35' as const }} />
      )}
    >
      {t('ui.settingHistory')}
    </Button>
  );
}
