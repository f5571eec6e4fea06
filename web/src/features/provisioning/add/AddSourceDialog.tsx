import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { MAX_SOURCES, type SourceKind } from '#contract/provisioning/values.ts';
import type { createSource } from '#contract/provisioning/sources.ts';
import { hasErrorId } from '../../../api/api-error.ts';
import { call } from '../../../api/call.ts';
import { useMe } from '../../../base/session-queries.ts';
import { useAct } from '../../../base/use-act.ts';
import { useT } from '../../../i18n/use-t.tsx';
import { ModalDialog } from '../../../ui/dialog/ModalDialog.tsx';
import { TextBox } from '../../../ui/form/TextBox.tsx';
import { AlertArea, type AlertContent } from '../../../ui/page/AlertArea.tsx';
import { provisioningKey, type Source, sourcesPath } from '../queries.ts';
import { createToken, type NewToken } from '../tokens/create-token.ts';
import { isName, nameMistake } from '../typed-name.ts';
import { ConnectDialog } from './ConnectDialog.tsx';
import { ProductChoice } from './ProductChoice.tsx';
import { SetupSteps } from './SetupSteps.tsx';

/** The first token: long enough not to be renewed by the way, short enough to be renewed. */
const FIRST_TOKEN_DAYS = 365;

/**
 * Adds a source: its product and name, then what is entered in the directory, with a token that is shown this once. It is
 * off until the directory was seen, on its page.
 */
export function AddSourceDialog({ onClose }: { onClose: () => void }) {
  const t = useT();
  const { tenantId } = useMe();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const [alert, setAlert] = useState<AlertContent>();
  const { busy, run } = useAct(setAlert);
  const [kind, setKind] = useState<SourceKind>('aad');
  const [typed, setTyped] = useState<string>();
  const [taken, setTaken] = useState(false);
  const [source, setSource] = useState<Source>();
  const [token, setToken] = useState<NewToken>();
  const displayName = typed ?? (kind === 'custom' ? '' : t(`history.source_${kind}`));
  const add = () =>
    run(
      () =>
        call<typeof createSource>({
          method: 'POST',
          path: sourcesPath,
          params: { tenantId },
          body: { kind, displayName: displayName.trim(), enabled: false },
          pattern: 'powerUser',
        }),
      (error) => {
        if (hasErrorId(error, 'conflict')) {
          setAlert({ kind: 'failure', text: t('provisioning.tooMany', { most: MAX_SOURCES }) });
          return true;
        }
        const found = hasErrorId(error, 'duplicated');
        setTaken(found);
        return found;
      },
    );
  const send = async () => {
    // Where only its token failed, the source is there already.
    const made = source ?? (await add())?.answer;
    if (!made) return;
    setSource(made);
    const { uuid: sourceUuid, displayName: name } = made;
    const done = await run(() => createToken({ name, scopes: ['scim'], sourceUuid, days: FIRST_TOKEN_DAYS }));
    void queryClient.invalidateQueries({ queryKey: provisioningKey });
    if (done) setToken(done.answer);
  };
  const leave = () => {
    onClose();
    if (source) void navigate({ to: '/portal/provisioning/$uuid', params: { uuid: source.uuid } });
  };
  if (source && token) return <ConnectDialog source={source} token={token} onClose={leave} />;
  return (
    <ModalDialog
      opened
      title={t('provisioning.add')}
      okLabel={t('provisioning.next')}
      okDisabled={!isName(t, displayName)}
      busy={busy}
      width={640}
      onOk={() => void send()}
      onCancel={leave}
    >
      <SetupSteps at="name" />
      <AlertArea alert={alert} onClose={() => setAlert(undefined)} />
      <ProductChoice value={kind} disabled={source !== undefined} onChange={setKind} />
      <TextBox
        label={t('common.name')}
        help={t('provisioning.nameHelp')}
        required
        value={displayName}
        disabled={source !== undefined}
        validate={(value) => nameMistake(t, value)}
        error={taken ? t('provisioning.nameTaken') : undefined}
        onChange={(next) => {
          setTyped(next);
          setTaken(false);
        }}
      />
    </ModalDialog>
  );
}
