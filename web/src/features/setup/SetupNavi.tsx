import { useQuery } from '@tanstack/react-query';
import { Loaded } from '../../base/Loaded.tsx';
import { useMe } from '../../base/session-queries.ts';
import { useT } from '../../i18n/use-t.tsx';
import { PageTitle } from '../../ui/page/PageTitle.tsx';
import { setupStepsQuery } from './queries.ts';
import { StepList } from './StepList.tsx';

/** Site setup navigation (spec section 2): what a new tenant does first, and what of it is done. */
export function SetupNavi() {
  const t = useT();
  const { tenantId, tenantName } = useMe();
  const query = useQuery(setupStepsQuery(tenantId));
  return (
    <>
      <PageTitle title={t('setup.title', { tenant: tenantName })}>{t('setup.lead')}</PageTitle>
      <Loaded query={query} height={480} failedTitle={t('setup.failedTitle')}>
        {(steps) => <StepList steps={steps} />}
      </Loaded>
    </>
  );
}
