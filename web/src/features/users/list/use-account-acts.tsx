import { type ReactNode, useState } from 'react';
import type { AccountAction } from '#contract/people/users-bulk-fields.ts';
import { useMe } from '../../../base/session-queries.ts';
import { useLanguage, useT } from '../../../i18n/use-t.tsx';
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog.tsx';
import {
  type AccountBody,
  affectedBy,
  bulkBody,
  type BulkTarget,
  mayHoldSelf,
  tooMany,
  undoBody,
  withoutSelf,
} from '../bulk.ts';
import { outcomeAlert } from './outcome.tsx';
import { type BulkProps, useBulkCall } from './use-bulk-call.ts';
import { useCounted } from './use-counted.ts';

type Asked = { action: AccountAction; target: BulkTarget; leavesSelf: boolean };

/** Acts on the accounts of the users selected: each asks first and says how many it is for. */
export function useAccountActs({ target, say, onDone }: BulkProps): {
  busy: boolean;
  ask: (action: AccountAction) => void;
  dialog: ReactNode;
} {
  const t = useT();
  const language = useLanguage();
  const { userId } = useMe();
  const { busy, run, send } = useBulkCall(say);
  const counted = useCounted(run);
  const [asked, setAsked] = useState<Asked>();
  const action = asked?.action ?? 'deactivate';
  const affected = affectedBy(asked?.target ?? target);
  const act = async (body: AccountBody, isUndo = false) => {
    const outcome = await send(body);
    setAsked(undefined);
    if (!outcome) return;
    onDone(outcome.job?.bulkId);
    // What a job does is shown by its progress.
    if (outcome.job) return;
    const back = isUndo ? undefined : undoBody(body, outcome);
    const undo = back ? { action: { label: t('common.undo'), onClick: () => void act(back, true) } } : {};
    say({ ...outcomeAlert(t, t(`users.bulk.done_${body.action}`, { count: outcome.changed }), outcome), ...undo });
  };
  const ask = async (wanted: AccountAction) => {
    const exact = await counted(target);
    if (!exact) return;
    const limit = tooMany(exact);
    const others = withoutSelf(wanted, exact, userId);
    if (affectedBy(others) === 0 && affectedBy(exact) > 0)
      return say({ kind: 'warning', text: t('users.bulk.onlySelf') });
    if (!limit) return setAsked({ action: wanted, target: others, leavesSelf: mayHoldSelf(wanted, exact, userId) });
    const most = new Intl.NumberFormat(language).format(limit.most);
    say({ kind: 'warning', text: t('users.bulk.tooMany', { most }) });
  };
  const dialog = (
    <ConfirmDialog
      opened={asked !== undefined}
      title={t(`users.bulk.title_${action}`, { count: affected })}
      okLabel={t(`users.act.${action}`)}
      danger={action === 'delete' || action === 'deactivate'}
      affected={action === 'activate' ? 0 : affected}
      busy={busy}
      onOk={() => asked && void act(bulkBody(asked.action, asked.target))}
      onCancel={() => setAsked(undefined)}
    >
      {asked ? <p>{t(`users.bulk.effect_${action}`, { count: affected })}</p> : null}
      {asked?.leavesSelf ? <p>{t('users.bulk.leavesSelf')}</p> : null}
    </ConfirmDialog>
  );
  return { busy, ask: (wanted) => void ask(wanted), dialog };
}
