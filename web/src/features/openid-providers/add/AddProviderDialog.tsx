import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { ErrorId } from '#contract/errors.ts';
import type { createOpenidConnection } from '#contract/federation/openid-connections.ts';
import { callbackPath, type OpenidKind, openidKinds } from '#contract/federation/openid-values.ts';
import { call } from '../../../api/call.ts';
import { fieldMistakes } from '../../../base/failure.ts';
import { idOf, nameMistake } from '../../../base/federation/typed-name.ts';
import { useMe } from '../../../base/session-queries.ts';
import { useAct } from '../../../base/use-act.ts';
import { useT } from '../../../i18n/use-t.tsx';
import { ModalDialog } from '../../../ui/dialog/ModalDialog.tsx';
import { Dropdown } from '../../../ui/form/Dropdown.tsx';
import { PasswordBox } from '../../../ui/form/PasswordBox.tsx';
import { ReadOnlyTextBox } from '../../../ui/form/ReadOnlyTextBox.tsx';
import { TextBox } from '../../../ui/form/TextBox.tsx';
import { AlertArea, type AlertContent } from '../../../ui/page/AlertArea.tsx';
import { CybozuBoxes } from '../cybozu/CybozuBoxes.tsx';
import {
  clientIdMistake,
  idMistake,
  issuerMistake,
  recordAppMistake,
  recordAppOf,
  subdomainMistake,
} from '../input.ts';
import { providersKey, providersPath } from '../queries.ts';

const fields = ['displayName', 'opId', 'issuer', 'subdomain', 'recordApp', 'clientId', 'clientSecret'] as const;
type Field = (typeof fields)[number];
type Draft = Record<Field, string>;

const blank: Draft = {
  ...{ displayName: '', opId: '', issuer: '', subdomain: '', recordApp: '', clientId: '', clientSecret: '' },
};

type Props = {
  /** The product, where it is known; it can be chosen otherwise. */
  only?: OpenidKind;
  onClose: () => void;
};

/** Adds a provider, off until it was tested. The address to register there follows from the ID: both sides need the other's. */
export function AddProviderDialog({ only, onClose }: Props) {
  const t = useT();
  const { tenantId } = useMe();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const [alert, setAlert] = useState<AlertContent>();
  const { busy, run } = useAct(setAlert);
  const [kind, setKind] = useState<OpenidKind>(only ?? 'oidc');
  const [draft, setDraft] = useState(only === 'cybozu' ? { ...blank, displayName: t('openid.kind_cybozu') } : blank);
  const [isOwnId, setOwnId] = useState(false);
  const [refused, setRefused] = useState<Partial<Record<Field, ErrorId>>>({});
  const change = (part: Partial<Draft>) => {
    setDraft((before) => ({ ...before, ...part }));
    setRefused({});
  };
  const { displayName, issuer, subdomain, recordApp, clientId, clientSecret } = draft;
  const opId = isOwnId ? draft.opId : idOf(displayName);
  const isSound =
    displayName.trim() !== '' &&
    !nameMistake(t, displayName) &&
    !idMistake(t, opId) &&
    (kind !== 'oidc' || !issuerMistake(t, issuer)) &&
    (kind !== 'cybozu' || !(subdomainMistake(t, subdomain) ?? recordAppMistake(t, recordApp))) &&
    clientId.trim() !== '' &&
    !clientIdMistake(t, clientId) &&
    clientSecret !== '';
  const send = async () => {
    const take = (error: unknown) => {
      const found = fieldMistakes(error, {}, fields);
      if (found) setRefused(found);
      return found !== undefined;
    };
    const body = {
      ...{ kind, opId, displayName: displayName.trim(), clientId: clientId.trim(), clientSecret },
      ...(kind === 'oidc' && { issuer: issuer.trim() }),
      ...(kind === 'cybozu' && { subdomain: subdomain.trim(), recordApp: recordAppOf(recordApp) }),
    };
    const params = { tenantId };
    const done = await run(
      () =>
        call<typeof createOpenidConnection>({
          method: 'POST',
          path: providersPath,
          params,
          body,
          pattern: 'powerUser',
        }),
      take,
    );
    if (!done) return;
    void queryClient.invalidateQueries({ queryKey: providersKey });
    onClose();
    void navigate({ to: '/portal/openid-providers/$opId', params: { opId } });
  };
  const error = (field: Field) => (refused[field] ? t(`errors.${refused[field]}`) : undefined);
  return (
    <ModalDialog
      opened
      title={t('openid.add')}
      okLabel={t('openid.add')}
      okDisabled={!isSound}
      busy={busy}
      width={560}
      onOk={() => void send()}
      onCancel={onClose}
    >
      <AlertArea alert={alert} onClose={() => setAlert(undefined)} />
      {only ? null : (
        <Dropdown
          label={t('openid.kind')}
          help={t(`openid.kindHelp_${kind}`)}
          value={kind}
          choices={openidKinds.map((value) => ({ value, label: t(`openid.kind_${value}`) }))}
          onChange={setKind}
          data-autofocus
        />
      )}
      <TextBox
        label={t('common.name')}
        help={t('openid.nameHelp')}
        required
        value={displayName}
        validate={(value) => nameMistake(t, value)}
        error={error('displayName')}
        onChange={(next) => change({ displayName: next })}
      />
      <TextBox
        label={t('openid.id')}
        help={t('openid.idHelp')}
        required
        value={opId}
        validate={(value) => idMistake(t, value)}
        error={error('opId')}
        onChange={(next) => {
          setOwnId(true);
          change({ opId: next });
        }}
      />
      <ReadOnlyTextBox
        label={t('openid.redirectUri')}
        help={t('openid.redirectHelp')}
        value={window.location.origin + callbackPath(tenantId, opId)}
      />
      {kind === 'oidc' ? (
        <TextBox
          label={t('logs.field_issuer')}
          help={t('openid.issuerHelp')}
          required
          value={issuer}
          validate={(value) => issuerMistake(t, value)}
          error={error('issuer')}
          onChange={(next) => change({ issuer: next })}
        />
      ) : null}
      {kind === 'cybozu' ? <CybozuBoxes draft={draft} error={error} onChange={change} /> : null}
      <TextBox
        label={t('logs.field_clientId')}
        required
        value={clientId}
        validate={(value) => clientIdMistake(t, value)}
        error={error('clientId')}
        onChange={(next) => change({ clientId: next })}
      />
      <PasswordBox
        autoComplete="off"
        label={t('logs.field_clientSecret')}
        help={t('openid.secretHelp')}
        required
        value={clientSecret}
        error={error('clientSecret')}
        onChange={(next) => change({ clientSecret: next })}
      />
    </ModalDialog>
  );
}
