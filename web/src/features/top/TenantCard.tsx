import IconBuilding from '@tabler/icons-react/dist/esm/icons/IconBuilding.mjs';
import type { getMyTenant } from '#contract/site/my-tenant.ts';
import { isRegion } from '#contract/region.ts';
import type { AnswerOf } from '#contract/route.ts';
import { languageName } from '../../i18n/languages.ts';
import { useT } from '../../i18n/use-t.tsx';
import { Facts, TopCard } from './TopCard.tsx';

/** The tenant, for its administrators. */
export function TenantCard({ tenant }: { tenant: AnswerOf<typeof getMyTenant> }) {
  const t = useT();
  const language = languageName(tenant.locale);
  return (
    <TopCard icon={IconBuilding} title={t('top.tenant')}>
      <Facts
        facts={[
          { name: t('common.name'), value: tenant.name },
          { name: t('common.tenantId'), value: <code>{tenant.tenantId}</code> },
          { name: t('common.language'), value: language },
          { name: t('common.timezone'), value: tenant.timezone.replaceAll('_', ' ') },
          {
            name: t('top.region'),
            value: isRegion(tenant.region) ? t(`common.region.${tenant.region}`) : tenant.region,
          },
        ]}
      />
    </TopCard>
  );
}
