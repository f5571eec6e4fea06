import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  audienceMistake,
  isApiScope,
  MAX_SCOPE_DESCRIPTION_LENGTH,
  MOST_API_SCOPES,
  MOST_CHECKING_APPS,
} from '#contract/apps/api-values.ts';
import type { createOauthApi, updateOauthApi } from '#contract/apps/oauth-apis.ts';
import type { ErrorId } from '#contract/errors.ts';
import { codePointLength } from '#contract/rules.ts';
import { isVisibleName } from '#contract/visible-name.ts';
import { call } from '../../../api/call.ts';
import { linesOf, nameMistake } from '../../../base/apps/app-input.ts';
import { fieldMistakes } from '../../../base/failure.ts';
import { useMe } from '../../../base/session-queries.ts';
import { useAct } from '../../../base/use-act.ts';
import type { Translate } from '../../../i18n/keys.ts';
import { useT } from '../../../i18n/use-t.tsx';
import { ModalDialog } from '../../../ui/dialog/ModalDialog.tsx';
import { CheckboxSet } from '../../../ui/form/CheckboxSet.tsx';
import { ReadOnlyTextBox } from '../../../ui/form/ReadOnlyTextBox.tsx';
import { TextBox } from '../../../ui/form/TextBox.tsx';
import { AlertArea, type AlertContent } from '../../../ui/page/AlertArea.tsx';
import { type Api, apisPath, appListQuery, oauthAppsKey } from '../queries.ts';

type Props = { api: Api | undefined; say: (alert: AlertContent | undefined) => void; onClose: () => void };

const fields = ['name', 'audience', 'scopes', 'checkingApps'] as const;
type Field = (typeof fields)[number];

/** Scopes as typed, one a line: the name, a space, and the sentence that users read. */
const scopesOf = (text: string) =>
  linesOf(text).map((line) => {
    const [, name = '', description = ''] = /^(\S+)\s*(.*)$/.exec(line) ?? [];
    return { name, description };
  });

function scopesMistake(t: Translate, text: string): string | undefined {
  const scopes = scopesOf(text);
  const seen = new Set<string>();
  if (scopes.length > MOST_API_SCOPES) return t('oauthApps.scopesTooMany', { most: MOST_API_SCOPES });
  for (const { name, description } of scopes) {
    if (!isApiScope(name) || seen.has(name)) return t('oauthApps.scopeMistake', { name });
    if (description === '' || !isVisibleName(description)) return t('oauthApps.scopeSentence', { name });
    if (codePointLength(description) > MAX_SCOPE_DESCRIPTION_LENGTH)
      return t('common.tooLong', { most: MAX_SCOPE_DESCRIPTION_LENGTH });
    seen.add(name);
  }
  return undefined;
}

/** Adds an API of the organization, or changes one. Its audience stays. */
export default function ApiDialog({ api, say, onClose }: Props) {
  const t = useT();
  const { tenantId } = useMe();
  const queryClient = useQueryClient();
  const [alert, setAlert] = useState<AlertContent>();
  const { busy, run } = useAct(setAlert);
  const [refused, setRefused] = useState<Partial<Record<Field, ErrorId>>>({});
  const [name, setName] = useState(api?.name ?? '');
  const [audience, setAudience] = useState(api?.audience ?? `api://${tenantId}/`);
  const [scopes, setScopes] = useState(
    (api?.scopes ?? []).map((scope) => `${scope.name} ${scope.description}`).join('\n'),
  );
  const [checkingApps, setCheckingApps] = useState(api?.checkingApps ?? []);
  const { data: apps = [] } = useQuery(appListQuery(tenantId));
  const checking = apps.filter(({ tokenEndpointAuthMethod }) => tokenEndpointAuthMethod !== 'none');
  const audienceWrong = (value: string) => {
    const mistake = audienceMistake(value, tenantId, location.origin);
    return mistake ? t(`oauthApps.audience_${mistake}`, { tenantId }) : undefined;
  };
  const isSound =
    name.trim() !== '' &&
    !nameMistake(t, name) &&
    (api !== undefined || !audienceWrong(audience)) &&
    scopes.trim() !== '' &&
    !scopesMistake(t, scopes) &&
    checkingApps.length <= MOST_CHECKING_APPS;
  const send = async () => {
    const given = { name: name.trim(), scopes: scopesOf(scopes), checkingApps };
    const pattern = 'powerUser';
    const take = (error: unknown) => {
      const found = fieldMistakes(error, {}, fields);
      if (found) setRefused(found);
      return found !== undefined;
    };
    const done = await run(
      () =>
        api
          ? call<typeof updateOauthApi>({
              method: 'PUT',
              path: `${apisPath}/{apiId}`,
              params: { tenantId, apiId: api.apiId },
              body: { ...given, expected: { name: api.name, scopes: api.scopes, checkingApps: api.checkingApps } },
              pattern,
            })
          : call<typeof createOauthApi>({
              method: 'POST',
              path: apisPath,
              params: { tenantId },
              body: { ...given, audience },
              pattern,
            }),
      take,
    );
    if (!done) return;
    onClose();
    await queryClient.invalidateQueries({ queryKey: oauthAppsKey });
    say({ kind: 'success', text: t(api ? 'oauthApps.saved' : 'oauthApps.apiAdded', { name: given.name }) });
  };
  const error = (field: Field) => (refused[field] ? t(`errors.${refused[field]}`) : undefined);
  const changed =
    <T,>(set: (value: T) => void) =>
    (value: T) => {
      set(value);
      setRefused({});
    };
  return (
    <ModalDialog
      opened
      title={api ? t('oauthApps.editApi', { name: api.name }) : t('oauthApps.addApi')}
      okLabel={t(api ? 'common.save' : 'oauthApps.addApi')}
      okDisabled={!isSound}
      busy={busy}
      width={600}
      onOk={() => void send()}
      onCancel={onClose}
    >
      <AlertArea alert={alert} onClose={() => setAlert(undefined)} />
      <TextBox
        label={t('common.name')}
        help={t('oauthApps.apiNameHelp')}
        required
        value={name}
        validate={(value) => nameMistake(t, value)}
        error={error('name')}
        onChange={changed(setName)}
        data-autofocus
      />
      {api ? (
        <ReadOnlyTextBox label={t('logs.field_audience')} value={api.audience} />
      ) : (
        <TextBox
          label={t('logs.field_audience')}
          help={t('oauthApps.audienceHelp')}
          required
          value={audience}
          validate={audienceWrong}
          error={error('audience')}
          onChange={changed((value: string) => setAudience(value.trim()))}
        />
      )}
      <TextBox
        label={t('logs.field_scopes')}
        help={t(api ? 'oauthApps.apiScopesRemovedHelp' : 'oauthApps.apiScopesHelp')}
        required
        kind="multiline"
        rows={4}
        value={scopes}
        validate={(value) => scopesMistake(t, value)}
        error={error('scopes')}
        onChange={changed(setScopes)}
      />
      {checking.length > 0 ? (
        <CheckboxSet
          label={t('logs.field_checkingApps')}
          help={t('oauthApps.checkingHelp')}
          choices={checking.map((app) => ({ value: app.clientId, label: app.name }))}
          value={checkingApps}
          error={
            checkingApps.length > MOST_CHECKING_APPS
              ? t('oauthApps.checkingTooMany', { most: MOST_CHECKING_APPS })
              : error('checkingApps')
          }
          onChange={changed(setCheckingApps)}
        />
      ) : null}
    </ModalDialog>
  );
}
