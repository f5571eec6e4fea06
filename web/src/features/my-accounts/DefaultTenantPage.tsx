import { useT } from '../../i18n/use-t.tsx';
import { PageTitle } from '../../ui/page/PageTitle.tsx';
import { AccountChooser } from './AccountChooser.tsx';
import classes from './my-accounts.module.css';

/** Default login tenant setting (spec section 2, "Other"). */
export function DefaultTenantPage() {
  const t = useT();
  return (
    <>
      <PageTitle title={t('ui.nav.defaultTenant')}>{t('portal.accounts.why')}</PageTitle>
      <div className={classes.surface}>
        <AccountChooser />
      </div>
    </>
  );
}
