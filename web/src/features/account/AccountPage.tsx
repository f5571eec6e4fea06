import { policyRole } from '#contract/roles.ts';
import { useQuery } from '@tanstack/react-query';
import { Outlet } from '@tanstack/react-router';
import type { Me } from '#contract/sign-in/me.ts';
import { personName } from '#contract/display.ts';
import { meQuery } from '../../base/session-queries.ts';
import { useLanguage, useT } from '../../i18n/use-t.tsx';
import { cachedMe } from '../../base/me.ts';
import { DetailHeader } from '../../ui/page/DetailHeader.tsx';
import { StatusBadge } from '../../ui/text/StatusBadge.tsx';
import classes from './account.module.css';

/** My account (spec section 2): who one is, and the open section. The frame of it stands before its data. */
export function AccountPage() {
  const { data: me = cachedMe() } = useQuery({ ...meQuery, enabled: false });
  return (
    <>
      {me ? <Head me={me} /> : <div className={classes.headSpace} />}
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
