import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { License } from '#contract/licences/fields.ts';
import { Gone } from '../../../base/Gone.tsx';
import { Loaded } from '../../../base/Loaded.tsx';
import { paths } from '../../../base/paths.ts';
import { PlaceCrumbs } from '../../../base/PlaceCrumbs.tsx';
import { useMe } from '../../../base/session-queries.ts';
import { useT } from '../../../i18n/use-t.tsx';
import { PageTabs } from '../../../ui/page/PageTabs.tsx';
import { LicenseHead } from './LicenseHead.tsx';
import { licenseTabs } from './page-search.ts';
import { licenseQuery } from './queries.ts';
import { UseTab } from './UseTab.tsx';
import { WhoTab } from './WhoTab.tsx';

const route = getRouteApi('/frame/portal/licenses/$licenseId');

/** One licence: how much of it is used and by whom, and why somebody can use it or cannot. */
export function LicensePage() {
  const t = useT();
  const { tenantId } = useMe();
  const { licenseId } = route.useParams();
  const query = useQuery(licenseQuery(tenantId, licenseId));
  return (
    <>
      <PlaceCrumbs here={query.data?.serviceName ?? licenseId} />
      {query.data === undefined ? <h1 className="visually-hidden">{licenseId}</h1> : null}
      <Loaded query={query} height={480} failedTitle={t('licenses.oneFailed')}>
        {(license) =>
          license ? (
            <Parts license={license} />
          ) : (
            <Gone
              title={t('licenses.missing.title', { licenseId })}
              text={t('licenses.gone')}
              back={t('licenses.missing.back')}
              to={paths.tenant('license-list')}
              heading="h1"
            />
          )
        }
      </Loaded>
    </>
  );
}

function Parts({ license }: { license: License }) {
  const t = useT();
  const { tab = 'use', keyword = '' } = route.useSearch();
  const navigate = route.useNavigate();
  const contents = {
    use: <UseTab license={license} />,
    who: (
      <WhoTab
        license={license}
        keyword={keyword}
        onKeyword={(next) =>
          void navigate({ search: { tab: 'who', ...(next ? { keyword: next } : {}) }, replace: true })
        }
      />
    ),
  };
  return (
    <>
      <LicenseHead license={license} />
      <PageTabs
        label={t('licenses.tabs')}
        value={tab}
        tabs={licenseTabs.map((id) => ({ id, label: t(`licenses.tab_${id}`), content: contents[id] }))}
        onChange={(id) => void navigate({ search: id === 'who' ? { tab: 'who' } : {}, replace: true })}
      />
    </>
  );
}
