import { Link } from '@tanstack/react-router';
import type { Permission } from '#contract/roles.ts';
import { navigation, navigationFor } from '../../base/navigation.ts';
import { useMe } from '../../base/session-queries.ts';
import { useT } from '../../i18n/use-t.tsx';
import { PageTitle } from '../../ui/page/PageTitle.tsx';
import classes from './setup.module.css';

/** Everything there is for administrators (admin-menu.html, spec section 2). */
export function AdminMenu() {
  const t = useT();
  const me = useMe();
  const entries = navigationFor(navigation, new Set(me.permissions as Permission[])).filter(({ admin }) => admin);
  return (
    <>
      <PageTitle title={t('ui.administration')}>{t('setup.menuLead', { tenant: me.tenantName })}</PageTitle>
      <ul className={classes.menu}>
        {entries.map(({ path, label, icon: EntryIcon }) => (
          <li key={path}>
            <Link to={path}>
              <EntryIcon size={22} stroke={1.75} aria-hidden="true" />
              {t(label)}
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}
