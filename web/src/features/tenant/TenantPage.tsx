import { useQuery } from '@tanstack/react-query';
import { Link, Outlet, useLocation } from '@tanstack/react-router';
import { paths } from '../../base/paths.ts';
import { meQuery } from '../../base/session-queries.ts';
import { areaAt, sectionsOf } from '../../base/tenant-sections.ts';
import { useT } from '../../i18n/use-t.tsx';
import { cachedMe } from '../../base/me.ts';
import { PageTitle } from '../../ui/page/PageTitle.tsx';
import { SectionNav } from '../../ui/page/SectionNav.tsx';

/** "Tenant Info" (spec section 2): the sections of the area that is open. The frame of it stands before its data. */
export function TenantPage() {
  const t = useT();
  const { data: me = cachedMe() } = useQuery({ ...meQuery, enabled: false });
  const { pathname } = useLocation();
  const area = areaAt(pathname);
  const offered = sectionsOf(area).filter(({ permission }) => me?.permissions.includes(permission));
  return (
    <>
      <PageTitle title={t(`ui.tenantArea.${area}`)}>{t(`ui.tenantArea.${area}Lead`)}</PageTitle>
      <SectionNav
        label={t(`ui.tenantArea.${area}`)}
        open={pathname}
        links={offered.map(({ section }) => ({
          id: section,
          link: (
            <Link to={paths.tenant(section)} activeOptions={{ includeSearch: false }}>
              {t(`ui.tenant.${section}`)}
            </Link>
          ),
        }))}
      />
      <Outlet />
    </>
  );
}
