import { useT } from '../../i18n/use-t.tsx';
import classes from './permissions.module.css';
import type { LicenseRule } from './types.ts';

/** Which rule a licence has, with its exceptions; nothing where everything is permitted one by one. */
export function RuleLine({ rule }: { rule: LicenseRule | undefined }) {
  const t = useT();
  if (!rule || (!rule.allUsers && rule.deviceTypes.length === 0)) return null;
  const { allUsers, deviceTypes, exceptions, singles } = rule;
  return (
    <small className={classes.rule} title={deviceTypes.join(', ') || undefined}>
      <span>
        {allUsers ? t('permissions.rule.users') : t('permissions.rule.devices', { count: deviceTypes.length })}
      </span>
      {exceptions > 0 ? <span>{t('permissions.rule.exceptions', { count: exceptions })}</span> : null}
      {singles > 0 ? <span>{t('permissions.rule.singles', { count: singles })}</span> : null}
    </small>
  );
}
