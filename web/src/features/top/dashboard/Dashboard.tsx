import type { Me } from '#contract/sign-in/me.ts';
import type { Permission } from '#contract/roles.ts';
import { useT } from '../../../i18n/use-t.tsx';
import { PeopleFigures } from '../PeopleFigures.tsx';
import classes from '../top.module.css';
import { ExpiringCard } from './ExpiringCard.tsx';
import { JobsCard } from './JobsCard.tsx';
import { LicensesCard } from './LicensesCard.tsx';
import { SecondFactorCard } from './SecondFactorCard.tsx';
import { SignInsCard } from './SignInsCard.tsx';

/** What administrators see at a glance (ux.md, "Looking rather than reading"), as far as they may read it. */
export function Dashboard({ me }: { me: Me }) {
  const t = useT();
  const { tenantId } = me;
  const may = (permission: Permission) => me.permissions.includes(permission);
  if (!may('users:read')) return null;
  return (
    <>
      <PeopleFigures tenantId={tenantId} />
      <h2 className={classes.tilesTitle}>{t('top.overview')}</h2>
      <div className={classes.overview}>
        {may('logs:read') ? <SignInsCard tenantId={tenantId} /> : null}
        <SecondFactorCard tenantId={tenantId} />
        <ExpiringCard tenantId={tenantId} />
        {may('licenses:read') ? <LicensesCard tenantId={tenantId} /> : null}
        <JobsCard tenantId={tenantId} />
      </div>
    </>
  );
}
