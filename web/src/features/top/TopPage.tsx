import { useQuery } from '@tanstack/react-query';
import { personName } from '#contract/display.ts';
import { tenantQuery, useMe } from '../../base/session-queries.ts';
import { useLanguage, useT } from '../../i18n/use-t.tsx';
import { PageTitle } from '../../ui/page/PageTitle.tsx';
import { Below } from './Below.tsx';
import { Dashboard } from './dashboard/Dashboard.tsx';
import { OwnCards } from './OwnCards.tsx';
import { Services } from './services/Services.tsx';
import { servicesQuery } from './services/queries.ts';
import { TenantCard } from './TenantCard.tsx';
import { TopDialogs } from './TopDialogs.tsx';

/**
 * The default portal top page (spec section 2). Administrators see what needs them and how the tenant is; their own
 * account is a page of its own. All others see their services and their account.
 */
export function TopPage() {
  const t = useT();
  const me = useMe();
  const services = useQuery(servicesQuery);
  const { data: tenant } = useQuery(tenantQuery);
  const name = personName(me, useLanguage()) || me.userId;
  const isAdministrator = me.permissions.includes('tenant:read');
  return (
    <>
      <PageTitle title={t('top.greeting', { name })}>
        {t(isAdministrator ? 'top.leadAdministrator' : 'top.lead', { tenant: me.tenantName })}
      </PageTitle>
      <TopDialogs />
      {isAdministrator ? (
        <Dashboard me={me}>
          <Services />
          <Below known={!services.isLoading}>{tenant ? <TenantCard tenant={tenant} /> : null}</Below>
        </Dashboard>
      ) : (
        <>
          <Services />
          <Below known={!services.isLoading}>
            <OwnCards me={me} />
          </Below>
        </>
      )}
    </>
  );
}
