import { useQueries, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Permission } from '#contract/roles.ts';
import type { Me } from '#contract/sign-in/me.ts';
import { useT } from '../../../i18n/use-t.tsx';
import { Below } from '../Below.tsx';
import { countQuery, figures } from '../people-figures.ts';
import { PeopleFigures } from '../PeopleFigures.tsx';
import classes from '../top.module.css';
import { LicensesCard } from './LicensesCard.tsx';
import { ProvisioningCard } from './ProvisioningCard.tsx';
import { signInsQuery } from './queries.ts';
import { SecondFactorCard } from './SecondFactorCard.tsx';
import { SignInsCard } from './SignInsCard.tsx';
import { ToDoCard } from './ToDoCard.tsx';
import { useToDo } from './use-to-do.ts';

/**
 * What administrators see at a glance, as far as they may read it: what needs them, then figures (ux.md, "Looking
 * rather than reading"), then what is given to it.
 */
export function Dashboard({ me, children }: { me: Me; children: ReactNode }) {
  const t = useT();
  const { tenantId } = me;
  const may = (permission: Permission) => me.permissions.includes(permission);
  const known = useToDo(me);
  const signIns = useQuery({ ...signInsQuery(tenantId), enabled: may('logs:read') });
  const counting = useQueries({
    queries: figures.map((figure) => countQuery(tenantId, figure)),
    combine: (counts) => counts.some(({ isLoading }) => isLoading),
  });
  return (
    <>
      <ToDoCard me={me} known={known} />
      <Below known={!known.isLoading}>
        <PeopleFigures tenantId={tenantId} />
        <h2 className={classes.tilesTitle}>{t('top.overview')}</h2>
        {may('logs:read') ? (
          <div className={classes.overview}>
            <SignInsCard tenantId={tenantId} />
          </div>
        ) : null}
        <Below known={!signIns.isLoading && !counting}>
          <div className={classes.overview}>
            <SecondFactorCard tenantId={tenantId} />
            {may('licenses:read') ? <LicensesCard tenantId={tenantId} /> : null}
            {may('tenant:write') ? <ProvisioningCard tenantId={tenantId} /> : null}
          </div>
          {children}
        </Below>
      </Below>
    </>
  );
}
