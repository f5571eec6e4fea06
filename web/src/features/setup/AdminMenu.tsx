import { Link } from '@tanstack/react-router';
import { navigationFor, pathOf } from '../../base/navigation.ts';
import { useMe } from '../../base/session-queries.ts';
import { useCaller } from '../../base/use-place.ts';
import { useT } from '../../i18n/use-t.tsx';
import { PageTitle } from '../../ui/page/PageTitle.tsx';
import classes from './setup.module.css';

/** Everything there is for administrators (admin-menu.html, spec section 2). */
export function AdminMenu() {
  const t = useT();
  const me = useMe();
  const areas = navigationFor(useCaller()).filter(({ admin }) => admin);
  return (
    <>
      <PageTitle title={t('ui.administration')}>{t('setup.menuLead', { tenant: me.tenantName })}</PageTitle>
      <ul className={classes.menu}>
        {areas.map(({ id, label, icon: AreaIcon, pages }) => (
          <li key={id}>
            <h2>
              <AreaIcon size={20} stroke={1.75} aria-hidden="true" />
              {t(label)}
            </h2>
            <ul>
              {pages.map((page) => (
                <li key={pathOf(page)}>
                  <Link to={pathOf(page)}>{t(page.label)}</Link>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </>
  );
}
