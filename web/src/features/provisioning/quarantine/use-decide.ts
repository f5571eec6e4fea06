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

/** Decides on users who are held back: on those of the IDs, or, a thousand at a time, on so many of the oldest. */
export function useDecide(uuid: string, say: (alert: AlertContent | undefined) => void) {
  const t = useT();
  const { tenantId } = useMe();
  const queryClient = useQueryClient();
  const { busy, run } = useAct(say);
  const send = (decision: Decision, ids?: string[]) =>
    call<typeof decideQuarantine>({
      method: 'POST',
      path: `${sourcePath}/quarantine/decide`,
      params: { tenantId, uuid },
      body: { decision, ...(ids && { ids }) },
      pattern: 'powerUser',
    });
  /** @param most of all: no more than were confirmed, whoever comes meanwhile */
  const decide = async (decision: Decision, ids: readonly string[] | undefined, most: number) => {
    let [decided, spared] = [0, 0];
    const done = await run(async () => {
      const parts = ids
        ? Array.from({ length: Math.ceil(ids.length / MAX_DECISIONS) }, (_, at) =>
            ids.slice(at * MAX_DECISIONS, (at + 1) * MAX_DECISIONS),
          )
        : Array.from({ length: Math.ceil(most / MAX_DECISIONS) }, () => undefined);
      for (const part of parts) {
        const answer = await send(decision, part);
        decided += answer.decided;
        spared += answer.spared;
        if (!part && answer.left === 0) break;
      }
    });
    await queryClient.invalidateQueries({ queryKey: provisioningKey });
    if (!done) return;
    const words = t(`provisioning.decided_${decision}`, { count: decided });
    say({
      kind: spared > 0 ? 'warning' : 'success',
      text: spared > 0 ? `${words} ${t('provisioning.spared', { count: spared })}` : words,
    });
  };
  return { busy, decide };
}
