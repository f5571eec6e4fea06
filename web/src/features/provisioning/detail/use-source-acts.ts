import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { deleteSource, updateSource } from '#contract/provisioning/sources.ts';
import { call } from '../../../api/call.ts';
import { paths } from '../../../base/paths.ts';
import { useMe } from '../../../base/session-queries.ts';
import { useAct } from '../../../base/use-act.ts';
import { useT } from '../../../i18n/use-t.tsx';
import type { AlertContent } from '../../../ui/page/AlertArea.tsx';
import { provisioningKey, type Source, sourcePath, sourceQuery } from '../queries.ts';

export type SourceActs = ReturnType<typeof useSourceActs>;

/** The acts on a source; what was done, or why not, is said by `say`. */
export function useSourceActs(source: Source, say: (alert: AlertContent | undefined) => void) {
  const t = useT();
  const { tenantId } = useMe();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const { busy, run } = useAct(say);
  const { uuid, displayName: name } = source;
  const shared = { path: sourcePath, params: { tenantId, uuid }, pattern: 'powerUser' } as const;
  const renew = () => queryClient.invalidateQueries({ queryKey: provisioningKey });
  return {
    busy,
    setEnabled: async (enabled: boolean) => {
      const body = { enabled, expected: { enabled: source.enabled } };
      const done = await run(() => call<typeof updateSource>({ ...shared, method: 'PUT', body }));
      await renew();
      if (done)
        say({ kind: 'success', text: t(enabled ? 'provisioning.switchedOn' : 'provisioning.switchedOff', { name }) });
    },
    remove: async () => {
      const done = await run(() => call<typeof deleteSource>({ ...shared, method: 'DELETE' }));
      if (!done) return;
      await navigate({ to: paths.provisioning, search: {}, ignoreBlocker: true });
      queryClient.removeQueries({ queryKey: sourceQuery(tenantId, uuid).queryKey });
      await renew();
    },
  };
}
