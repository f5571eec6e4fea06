import { useQueryClient } from '@tanstack/react-query';
import type { decideQuarantine } from '#contract/provisioning/quarantine.ts';
import { MAX_DECISIONS } from '#contract/provisioning/values.ts';
import { call } from '../../../api/call.ts';
import { useMe } from '../../../base/session-queries.ts';
import { useAct } from '../../../base/use-act.ts';
import { useT } from '../../../i18n/use-t.tsx';
import type { AlertContent } from '../../../ui/page/AlertArea.tsx';
import { provisioningKey, sourcePath } from '../queries.ts';

export type Decision = 'allow' | 'reject';

/** Decides on users who are held back: on those of the IDs, or on so many of the oldest, a thousand at a time. */
export function useDecide(uuid: string, say: (alert: AlertContent | undefined) => void) {
  const t = useT();
  const { tenantId } = useMe();
  const queryClient = useQueryClient();
  const { busy, run } = useAct(say);
  const send = (decision: Decision, ids: string[] | undefined, most: number) =>
    call<typeof decideQuarantine>({
      method: 'POST',
      path: `${sourcePath}/quarantine/decide`,
      params: { tenantId, uuid },
      body: { decision, ...(ids ? { ids } : { most }) },
      pattern: 'powerUser',
    });
  /** @param most no more than were confirmed, whoever is held back meanwhile */
  const decide = async (decision: Decision, ids: readonly string[] | undefined, most: number) => {
    let [decided, spared] = [0, 0];
    const done = await run(async () => {
      for (let from = 0; from < most; from += MAX_DECISIONS) {
        const next = Math.min(MAX_DECISIONS, most - from);
        const answer = await send(decision, ids?.slice(from, from + next), next);
        decided += answer.decided;
        spared += answer.spared;
        if (!ids && answer.left === 0) break;
      }
    });
    await queryClient.invalidateQueries({ queryKey: provisioningKey });
    if (!done) return;
    const words = t(`provisioning.decided_${decision}`, { count: decided });
    say({
      kind: spared > 0 ? 'warning' : 'success',
      text: spared > 0 ? `${words} ${t('provisioning.spared', { total: spared })}` : words,
    });
  };
  return { busy, decide };
}
