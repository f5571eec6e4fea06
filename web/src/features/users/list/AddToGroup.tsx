import { useState } from 'react';
import type { removeGroupUsers } from '#contract/people/groups-members.ts';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { renewPeople } from '../../../base/renewal.ts';
import { useMe } from '../../../base/session-queries.ts';
import { useT } from '../../../i18n/use-t.tsx';
import type { PickableGroup } from '../../../pickers/GroupRows.tsx';
import { GroupDialog } from '../../../pickers/dialogs.ts';
import type { AlertContent } from '../../../ui/page/AlertArea.tsx';
import { affectedBy, wanted } from '../bulk.ts';
import { outcomeAlert } from './outcome.tsx';
import { type BulkProps, useBulkCall } from './use-bulk-call.ts';

/** Adds the users selected to a group that is picked. */
export default function AddToGroup({ target, say, onDone, onClose }: BulkProps & { onClose: () => void }) {
  const t = useT();
  const { tenantId } = useMe();
  const queryClient = useQueryClient();
  const [alert, setAlert] = useState<AlertContent>();
  const { busy, send } = useBulkCall(setAlert);
  const after = useBulkCall(say);
  const undo = async (group: PickableGroup, userIds: string[]) => {
    const path = '/api/auth/tenants/{tenantId}/groups/{uuid}/operations/remove/users';
    const params = { tenantId, uuid: group.uuid };
    const done = await after.run(() =>
      call<typeof removeGroupUsers>({ method: 'POST', path, params, body: { userIds }, pattern: 'powerUser' }),
    );
    await renewPeople(queryClient);
    if (done) say({ kind: 'success', text: t('users.toGroup.undone', { count: userIds.length, group: group.name }) });
  };
  const add = async (group: PickableGroup) => {
    const outcome = await send({ action: 'addToGroup', group: group.uuid, ...wanted(target) });
    if (!outcome) return;
    onClose();
    onDone(outcome.job?.bulkId);
    if (outcome.job) return;
    const { changedUserIds: came = [], changed } = outcome;
    const back = came.length > 0 && { action: { label: t('common.undo'), onClick: () => void undo(group, came) } };
    const done = t('users.toGroup.done', { count: changed, group: group.name });
    say({ ...outcomeAlert(t, done, outcome), ...back });
  };
  return (
    <GroupDialog
      title={t('users.toGroup.title', { count: affectedBy(target) })}
      okLabel={t('users.toGroup.ok')}
      busy={busy}
      alert={alert}
      onOk={(group) => void add(group)}
      onCancel={onClose}
    />
  );
}
