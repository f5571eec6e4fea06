import { useQuery } from '@tanstack/react-query';
import { Link, Outlet, useLocation } from '@tanstack/react-router';
import type { Permission } from '#contract/roles.ts';
import { paths, type RegistrationSection } from '../../base/paths.ts';
import { meQuery } from '../../base/session-queries.ts';
import { useT } from '../../i18n/use-t.tsx';
import { cachedMe } from '../../base/me.ts';
import { PageTitle } from '../../ui/page/PageTitle.tsx';
import { SectionNav } from '../../ui/page/SectionNav.tsx';

const sections: readonly { section: RegistrationSection; permission: Permission }[] = [
  { section: 'mails', permission: 'users:read' },
  { section: 'sendings', permission: 'users:read' },
  { section: 'urls', permission: 'users:write' },
  { section: 'texts', permission: 'tenant:write' },
];

/** Getting people in (spec section 2, "User Management"). The frame of it stands before its data. */
export function RegistrationPage() {
  const t = useT();
  const { data: me = cachedMe() } = useQuery({ ...meQuery, enabled: false });
  const { pathname } = useLocation();
  const offered = sections.filter(({ permission }) => me?.permissions.includes(permission));
  return (
    <>
      <PageTitle title={t('ui.registration.title')}>{t('ui.registration.lead')}</PageTitle>
      <SectionNav
        label={t('ui.registration.title')}
        open={pathname}
        links={offered.map(({ section }) => ({
          id: section,
          link: (
            <Link to={paths.registration(section)} activeOptions={{ includeSearch: false }}>
              {t(`ui.registration.${section}`)}
            </Link>
          ),
        }))}
      />
      <Outlet />
    </>
  );
}
