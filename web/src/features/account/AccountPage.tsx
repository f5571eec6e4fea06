import { policyRole } from '#contract/roles.ts';
import { useQuery } from '@tanstack/react-query';
import { Link, Outlet, useLocation } from '@tanstack/react-router';
import type { Me } from '#contract/sign-in/me.ts';
import { personName } from '#contract/display.ts';
import type { FeatureToggle } from '#contract/toggles.ts';
import { type AccountSection, paths } from '../../base/paths.ts';
import { meQuery, togglesQuery } from '../../base/session-queries.ts';
import { useLanguage, useT } from '../../i18n/use-t.tsx';
import { cachedMe } from '../../base/me.ts';
import { DetailHeader } from '../../ui/page/DetailHeader.tsx';
import { SectionNav } from '../../ui/page/SectionNav.tsx';
import { StatusBadge } from '../../ui/text/StatusBadge.tsx';
import classes from './account.module.css';

const sections: readonly { section: AccountSection; toggle?: FeatureToggle }[] = [
  { section: 'basic_settings' },
  { section: 'change_password' },
  { section: 'mfa_settings' },
  { section: 'device_login_settings', toggle: 'deviceLoginSettings' },
  { section: 'external_service_login_coordination', toggle: 'externalServiceConnection' },
  { section: 'sessions' },
  { section: 'connected_apps' },
  { section: 'login_history' },
  { section: 'group_list' },
];

/** My account (spec section 2): who one is, and the way to each section. The frame of it stands before its data. */
export function AccountPage() {
  const { data: me = cachedMe() } = useQuery({ ...meQuery, enabled: false });
  return (
    <>
      {me ? <Head me={me} /> : <div className={classes.headSpace} />}
      <Sections tenantId={me?.tenantId} />
      <Outlet />
    </>
  );
}

function Head({ me }: { me: Me }) {
  const t = useT();
  const name = personName(me, useLanguage()) || me.userId;
  const role = `common.role.${policyRole(me.roles)}` as const;
  return (
    <DetailHeader
      name={name}
      id={{ label: t('common.userId'), value: me.userId }}
      status={
        <>
          <StatusBadge tone="neutral">{t(role)}</StatusBadge>
          <span className={classes.tenant}>{t('ui.inTenant', { tenant: me.tenantName })}</span>
        </>
      }
    />
  );
}

function Sections({ tenantId }: { tenantId: string | undefined }) {
  const t = useT();
  const { data: toggles = [] } = useQuery({ ...togglesQuery(tenantId ?? ''), enabled: tenantId !== undefined });
  const offered = sections.filter(({ toggle }) => !toggle || toggles.includes(toggle));
  const { pathname } = useLocation();
  return (
    <SectionNav
      label={t('ui.account.sectionList')}
      open={pathname}
      links={offered.map(({ section }) => ({
        id: section,
        link: (
          <Link to={paths.account(section)} activeOptions={{ includeSearch: false }}>
            {t(`ui.account.${section}`)}
          </Link>
        ),
      }))}
    />
  );
}
