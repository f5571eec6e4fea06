import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { MAX_TARGETS } from '#contract/provisioning/target-values.ts';
import type { createTarget } from '#contract/provisioning/targets.ts';
import { hasErrorId } from '../../../api/api-error.ts';
import { call } from '../../../api/call.ts';
import { useMe } from '../../../base/session-queries.ts';
import { useAct } from '../../../base/use-act.ts';
import { useT } from '../../../i18n/use-t.tsx';
import { ModalDialog } from '../../../ui/dialog/ModalDialog.tsx';
import { TextBox } from '../../../ui/form/TextBox.tsx';
import { AlertArea, type AlertContent } from '../../../ui/page/AlertArea.tsx';
import { AssignmentChoice } from '../AssignmentChoice.tsx';
import { targetsKey, targetsPath } from '../queries.ts';
import { addressMistake, addressRefused, type Chosen, isAssigned, nameMistake, tokenMistake } from '../typed.ts';

/** Adds a target, which is off until an administrator turns it on. */
export default function AddDialog({ onClose }: { onClose: () => void }) {
  const t = useT();
  const { tenantId } = useMe();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const [alert, setAlert] = useState<AlertContent>();
  const { busy, run } = useAct(setAlert);
  const [name, setName] = useState('');
  const [address, setAddress] = useState('');
  const [token, setToken] = useState('');
  const [chosen, setChosen] = useState<Chosen>({ assignment: 'groups', clientId: null, groups: [] });
  const [refused, setRefused] = useState<'name' | 'address'>();
  const isComplete =
    name.trim() !== '' &&
    !nameMistake(t, name) &&
    !addressMistake(t, address) &&
    !tokenMistake(t, token) &&
    isAssigned(chosen);
  const send = async () => {
    const done = await run(
      () =>
        call<typeof createTarget>({
          method: 'POST',
          path: targetsPath,
          params: { tenantId },
          body: {
            ...{ name: name.trim(), address: address.trim(), token: token.trim() },
            ...{ ...chosen, groups: [...chosen.groups] },
          },
          pattern: 'powerUser',
        }),
      (error) => {
        if (hasErrorId(error, 'conflict')) {
          setAlert({ kind: 'failure', text: t('targets.tooMany', { most: MAX_TARGETS }) });
          return true;
        }
        const at = hasErrorId(error, 'duplicated')
          ? 'name'
          : hasErrorId(error, 'address_not_allowed')
            ? 'address'
            : undefined;
        setRefused(at);
        return at !== undefined;
      },
    );
    if (!done) return;
    void queryClient.invalidateQueries({ queryKey: targetsKey });
    onClose();
    void navigate({ to: '/portal/provisioning-targets/$uuid', params: { uuid: done.answer.uuid } });
  };
  return (
    <ModalDialog
      opened
      title={t('targets.add')}
      okLabel={t('targets.add')}
      okDisabled={!isComplete}
      busy={busy}
      width={640}
      onOk={() => void send()}
      onCancel={onClose}
    >
      <AlertArea alert={alert} onClose={() => setAlert(undefined)} />
      <TextBox
        label={t('common.name')}
        required
        value={name}
        validate={(value) => nameMistake(t, value)}
        error={refused === 'name' ? t('targets.nameTaken') : undefined}
        onChange={(next) => {
          setName(next);
          setRefused(undefined);
        }}
        data-autofocus
      />
      <TextBox
        label={t('provisioning.baseUrl')}
        help={t('targets.addressHelp')}
        required
        value={address}
        validate={(value) => addressMistake(t, value)}
        error={refused === 'address' ? addressRefused(t, address) : undefined}
        onChange={(next) => {
          setAddress(next);
          setRefused(undefined);
        }}
      />
      <TextBox
        label={t('provisioning.token')}
        help={t('targets.tokenHelp')}
        required
        value={token}
        validate={(value) => tokenMistake(t, value)}
        onChange={setToken}
        type="password"
        autoComplete="off"
      />
      <AssignmentChoice value={chosen} onChange={setChosen} />
    </ModalDialog>
  );
}
