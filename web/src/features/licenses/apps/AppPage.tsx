import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { License } from '#contract/licences/fields.ts';
import { Loaded } from '../../../base/Loaded.tsx';
import { paths } from '../../../base/paths.ts';
import { PlaceCrumbs } from '../../../base/PlaceCrumbs.tsx';
import { useMe } from '../../../base/session-queries.ts';
import { useT } from '../../../i18n/use-t.tsx';
import { FilterSelect } from '../../../ui/list/FilterSelect.tsx';
import { DetailHeader } from '../../../ui/page/DetailHeader.tsx';
import { EmptyState } from '../../../ui/page/EmptyState.tsx';
import { PageTabs } from '../../../ui/page/PageTabs.tsx';
import { StatusBadge } from '../../../ui/text/StatusBadge.tsx';
import { OverUsedBadge } from '../OverUsedBadge.tsx';
import { UseTab } from '../one/UseTab.tsx';
import { tones } from '../parts.tsx';
import { type App, type AppTab, appsOf, licensesFor, statusOf, tabsOf } from './apps.ts';
import { allLicensesQuery } from './queries.ts';
import { RulesTab } from './RulesTab.tsx';
import { UsageTab } from './UsageTab.tsx';

const route = getRouteApi('/frame/portal/apps/$serviceClass');

/** One app: to whom and to what it is assigned, by which rules, and how much of its licenses is used. */
export function AppPage() {
  const t = useT();
  const { serviceClass } = route.useParams();
  const query = useQuery(allLicensesQuery(useMe().tenantId));
  const app = query.data && appsOf(query.data).find((one) => one.serviceClass === serviceClass);
  return (
    <>
      <PlaceCrumbs here={app?.name ?? serviceClass} />
      {query.data === undefined ? <h1 className="visually-hidden">{serviceClass}</h1> : null}
      <Loaded query={query} height={480} failedTitle={t('licenses.app.failed')}>
        {() =>
          app ? (
            <Parts app={app} />
          ) : (
            <EmptyState title={t('licenses.app.goneTitle')} heading="h1">
              <Link to={paths.apps}>{t('licenses.app.toApps')}</Link>
            </EmptyState>
          )
        }
      </Loaded>
    </>
  );
}

function Parts({ app }: { app: App }) {
  const t = useT();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const offered = tabsOf(app);
  const tab = offered.find((one) => one === search.tab) ?? offered[0] ?? 'usage';
  const contents: Record<AppTab, React.ReactNode> = {
    user: <Assigned app={app} volumeType="user" />,
    device: <Assigned app={app} volumeType="device" />,
    rules: <RulesTab app={app} />,
    usage: <UsageTab app={app} />,
  };
  return (
    <>
      <DetailHeader
        name={app.name}
        id={{ label: t('licenses.app.id'), value: app.serviceClass }}
        status={
          <>
            <StatusBadge tone={tones[statusOf(app)]}>{t(`common.licenseStatus.${statusOf(app)}`)}</StatusBadge>
            {app.licenses.map((license) => (
              <OverUsedBadge key={license.licenseId} license={license} />
            ))}
          </>
        }
        actions={<Assign app={app} />}
      />
      <PageTabs
        label={t('licenses.app.tabs')}
        value={tab}
        tabs={offered.map((id) => ({ id, label: t(`licenses.app.tab_${id}`), content: contents[id] }))}
        onChange={(id) => void navigate({ search: { tab: id as AppTab }, replace: true })}
      />
    </>
  );
}

/** The screens on which the app is assigned, at its contract. */
function Assign({ app }: { app: App }) {
  const t = useT();
  const links = (['user', 'device'] as const).flatMap((volumeType) => {
    const license = licensesFor(app, volumeType).find(({ status }) => status === 'activated');
    if (!license) return [];
    const to = volumeType === 'user' ? paths.userPermissions : paths.devicePermissions;
    return [{ volumeType, to, contractId: license.contractId }];
  });
  return links.map(({ volumeType, to, contractId }) => (
    <Button
      key={volumeType}
      variant="default"
      renderRoot={(props) => <Link to={to} search={{ contractId }} {...props} />}
    >
      {t(`licenses.app.assign_${volumeType}`)}
    </Button>
  ));
}

/** The holders of the seats of one license; which, where there are several. */
function Assigned({ app, volumeType }: { app: App; volumeType: License['volumeType'] }) {
  const t = useT();
  const { license: wanted } = route.useSearch();
  const navigate = route.useNavigate();
  const licenses = licensesFor(app, volumeType);
  const license = licenses.find(({ licenseId }) => licenseId === wanted) ?? licenses[0];
  if (!license) return null;
  return (
    <>
      {licenses.length > 1 ? (
        <FilterSelect
          label={t('licenses.one')}
          value={license.licenseId}
          choices={licenses.map(({ licenseId, contractSystemExtension: { ratePlanName } }) => ({
            value: licenseId,
            label: t('licenses.app.licenseTitle', { plan: ratePlanName, id: licenseId }),
          }))}
          onChange={(id) => void navigate({ search: { tab: volumeType, license: id }, replace: true })}
        />
      ) : null}
      <UseTab key={license.licenseId} license={license} />
    </>
  );
}
