import { useQueryClient } from '@tanstack/react-query';
import type { License } from '#contract/licences/fields.ts';
import { renewPermissions } from '../../../base/renewal.ts';
import { useMe } from '../../../base/session-queries.ts';
import { useAct } from '../../../base/use-act.ts';
import { useT } from '../../../i18n/use-t.tsx';
import type { AlertContent } from '../../../ui/page/AlertArea.tsx';
import { licenseQuery, withdraw } from './queries.ts';

/** Takes a licence from some and says so; what is known of licences and permissions is read anew. */
export function useWithdraw(license: License, say: (alert: AlertContent | undefined) => void) {
  const t = useT();
  const { tenantId } = useMe();
  const queryClient = useQueryClient();
  const { busy, run } = useAct(say);
  return {
    busy,
    /** By visible ids; whether it was done. */
    withdraw: async (ids: readonly string[]): Promise<boolean> => {
      const done = await run(() => withdraw(tenantId, license, ids));
      if (!done) return false;
      queryClient.setQueryData(licenseQuery(tenantId, license.licenseId).queryKey, done.answer.license);
      void renewPermissions(queryClient, tenantId, license.volumeType);
      say({ kind: 'success', text: t('licenses.withdrawn', { count: done.answer.changed }) });
      return true;
    },
  };
}
