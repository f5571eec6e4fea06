import type { Icon } from '@tabler/icons-react';
import IconDeviceDesktop from '@tabler/icons-react/dist/esm/icons/IconDeviceDesktop.mjs';
import IconHistory from '@tabler/icons-react/dist/esm/icons/IconHistory.mjs';
import IconKey from '@tabler/icons-react/dist/esm/icons/IconKey.mjs';
import IconLink from '@tabler/icons-react/dist/esm/icons/IconLink.mjs';
import IconPassword from '@tabler/icons-react/dist/esm/icons/IconPassword.mjs';
import IconShieldLock from '@tabler/icons-react/dist/esm/icons/IconShieldLock.mjs';
import IconUserCircle from '@tabler/icons-react/dist/esm/icons/IconUserCircle.mjs';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { FeatureToggle } from '#contract/toggles.ts';
import { type AccountSection, paths } from '../../base/paths.ts';
import { togglesQuery } from '../../base/session-queries.ts';
import { useT } from '../../i18n/use-t.tsx';
import classes from './top.module.css';

type TileSection = Exclude<AccountSection, 'group_list' | 'connected_apps'>;

const tiles: readonly { section: TileSection; icon: Icon; toggle?: FeatureToggle }[] = [
  { section: 'basic_settings', icon: IconUserCircle },
  { section: 'change_password', icon: IconKey },
  { section: 'mfa_settings', icon: IconShieldLock },
  { section: 'device_login_settings', icon: IconPassword, toggle: 'deviceLoginSettings' },
  { section: 'external_service_login_coordination', icon: IconLink, toggle: 'externalServiceConnection' },
  { section: 'sessions', icon: IconDeviceDesktop },
  { section: 'login_history', icon: IconHistory },
];

/** My account, section by section. */
export function AccountTiles({ tenantId }: { tenantId: string }) {
  const t = useT();
  const { data: toggles = [] } = useQuery(togglesQuery(tenantId));
  return (
    <section aria-labelledby="my-account-tiles">
      <h2 id="my-account-tiles" className={classes.tilesTitle}>
        {t('ui.nav.account')}
      </h2>
      <ul className={classes.tiles}>
        {tiles
          .filter(({ toggle }) => !toggle || toggles.includes(toggle))
          .map(({ section, icon: TileIcon }) => (
            <li key={section}>
              <Link to={paths.account(section)} className={classes.tile}>
                <TileIcon className={classes.tileIcon} size={22} stroke={1.75} aria-hidden="true" />
                <span>
                  <strong>{t(`ui.account.${section}`)}</strong>
                  <span>{t(`top.tile_${section}`)}</span>
                </span>
              </Link>
            </li>
          ))}
      </ul>
    </section>
  );
}
