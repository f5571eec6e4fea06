import { useQuery } from '@tanstack/react-query';
import { personName } from '#contract/display.ts';
import { tenantQuery, useMe } from '../../base/session-queries.ts';
import { useLanguage, useT } from '../../i18n/use-t.tsx';
import { PageTitle } from '../../ui/page/PageTitle.tsx';
import { AccountTiles } from './AccountTiles.tsx';
import { Dashboard } from './dashboard/Dashboard.tsx';
import { GroupsCard } from './GroupsCard.tsx';
import { LastSignInCard } from './LastSignInCard.tsx';
import { SecurityCard } from './SecurityCard.tsx';
import { Services } from './services/Services.tsx';
import { TenantCard } from './TenantCard.tsx';
import { TopDialogs } from './TopDialogs.tsx';
import classes from './top.module.css';

/** The default portal top page (spec section 2): the administrators' for those who may read the tenant. */
export function TopPage() {
  const t = useT();
  const me = useMe();
  const { data: tenant } = useQuery(tenantQuery);
  const name = personName(me, useLanguage()) || me.userId;
  const isAdministrator = me.permissions.includes('tenant:read');
  return (
    <>
      <PageTitle title={t('top.greeting', { name })}>
        {t(isAdministrator ? 'top.leadAdministrator' : 'top.lead', { tenant: me.tenantName })}
      </PageTitle>
      <TopDialogs />
      {isAdministrator ? <Dashboard me={me} /> : null}
      <Services />
      <div className={classes.cards}>
        {isAdministrator && tenant ? <TenantCard tenant={tenant} /> : null}
        <SecurityCard me={me} />
        <LastSignInCard me={me} />
        <GroupsCard />
      </div>
      <AccountTiles tenantId={me.tenantId} />
    </>
  );
}
