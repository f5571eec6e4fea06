import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import { useState } from 'react';
import { LearnMore } from '../../../base/guides/LearnMore.tsx';
import { Loaded } from '../../../base/Loaded.tsx';
import { useMe } from '../../../base/session-queries.ts';
import { useT } from '../../../i18n/use-t.tsx';
import { EmptyState } from '../../../ui/page/EmptyState.tsx';
import { AddProviderDialog } from '../add/AddProviderDialog.tsx';
import type { ProviderTab } from '../detail/page-search.ts';
import { ProviderParts } from '../detail/ProviderPage.tsx';
import { providerListQuery } from '../queries.ts';

/** The connection to cybozu.com (spec section 2, "cybozu-settings"). */
export function CybozuSettings() {
  const t = useT();
  const query = useQuery(providerListQuery(useMe().tenantId));
  const [tab, setTab] = useState<ProviderTab>('settings');
  const [adding, setAdding] = useState(false);
  return (
    <>
      <p>
        {t('openid.cybozuLead')} <LearnMore guide="sign-in-with-cybozu" about={t('ui.tenant.cybozu-settings')} />
      </p>
      <Loaded query={query} height={320} failedTitle={t('openid.oneFailed')}>
        {(providers) => {
          const connected = providers.find(({ kind }) => kind === 'cybozu');
          return connected ? (
            <ProviderParts key={connected.opId} provider={connected} tab={tab} onTab={setTab} heading="h2" />
          ) : (
            <EmptyState
              title={t('openid.cybozuEmptyTitle')}
              action={
                <Button leftSection={<IconPlus size={16} aria-hidden="true" />} onClick={() => setAdding(true)}>
                  {t('openid.cybozuAdd')}
                </Button>
              }
            >
              {t('openid.cybozuEmpty')}
            </EmptyState>
          );
        }}
      </Loaded>
      {adding ? <AddProviderDialog only="cybozu" onClose={() => setAdding(false)} /> : null}
    </>
  );
}
