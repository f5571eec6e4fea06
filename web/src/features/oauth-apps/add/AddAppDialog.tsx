import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { AppRequestOfUser } from '#contract/apps/app-requests.ts';
import { isRedirectUri } from '#contract/apps/client-addresses.ts';
import type { createOauthClient } from '#contract/apps/oauth-clients.ts';
import type { ErrorId } from '#contract/errors.ts';
import type { AnswerOf } from '#contract/route.ts';
import { call } from '../../../api/call.ts';
import { fieldMistakes } from '../../../base/failure.ts';
import { useMe } from '../../../base/session-queries.ts';
import { useAct } from '../../../base/use-act.ts';
import { useT } from '../../../i18n/use-t.tsx';
import { ModalDialog } from '../../../ui/dialog/ModalDialog.tsx';
import { Dropdown } from '../../../ui/form/Dropdown.tsx';
import { TextBox } from '../../../ui/form/TextBox.tsx';
import { AlertArea, type AlertContent } from '../../../ui/page/AlertArea.tsx';
import { linesOf, nameMistake } from '../../../base/apps/app-input.ts';
import { homepageMistake, redirectsMistake } from '../addresses.ts';
import { type AppKind, appKinds, kindFields } from '../kinds.ts';
import { appsPath, oauthAppsKey } from '../queries.ts';
import { SecretDialog } from '../SecretDialog.tsx';

type Added = AnswerOf<typeof createOauthClient>;
const fields = ['name', 'homepageUri', 'redirectUris'] as const;
type Field = (typeof fields)[number];
type Draft = Record<Field, string> & { kind: AppKind };

const usual: Draft = { kind: 'server', name: '', homepageUri: '', redirectUris: '' };

/** What a user asked for: an address that no browser app can have is that of an installed one. */
const wanted = ({ name, homepage, redirectUris }: AppRequestOfUser): Draft => ({
  kind: redirectUris.every((uri) => isRedirectUri(uri, 'web')) ? 'server' : 'installed',
  name,
  homepageUri: homepage ?? '',
  redirectUris: redirectUris.join('\n'),
});

type Props = { request?: AppRequestOfUser | undefined; onClose: () => void };

/** The body of a new app: what is not asked here has a default that suits most and can be changed on its page. */
function bodyOf({ kind, name, homepageUri, redirectUris }: Draft) {
  return {
    ...kindFields[kind],
    name: name.trim(),
    homepageUri: homepageUri.trim() || null,
    redirectUris: kind === 'device' ? [] : linesOf(redirectUris),
    // Standard libraries expect RS256 unless they are told otherwise (OpenID Connect Registration 2).
    idTokenSignedResponseAlg: 'RS256' as const,
  };
}

/** Adds an app, maybe one that a user asked for, and shows once what it needs: its ID, its secret and the addresses. */
export function AddAppDialog({ request, onClose }: Props) {
  const t = useT();
  const { tenantId } = useMe();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const [alert, setAlert] = useState<AlertContent>();
  const { busy, run } = useAct(setAlert);
  const [draft, setDraft] = useState(request ? wanted(request) : usual);
  const [refused, setRefused] = useState<Partial<Record<Field, ErrorId>>>({});
  const [added, setAdded] = useState<Added>();
  const change = (part: Partial<Draft>) => {
    setDraft((before) => ({ ...before, ...part }));
    setRefused({});
  };
  const { kind, name, homepageUri, redirectUris } = draft;
  const { applicationType } = kindFields[kind];
  const redirectsWrong = (text: string) => redirectsMistake(t, text, applicationType);
  const isSound =
    name.trim() !== '' &&
    !nameMistake(t, name) &&
    (homepageUri.trim() === '' || !homepageMistake(t, homepageUri)) &&
    (kind === 'device' || (linesOf(redirectUris).length > 0 && !redirectsWrong(redirectUris)));
  const send = async () => {
    const take = (error: unknown) => {
      const found = fieldMistakes(error, {}, fields);
      if (found) setRefused(found);
      return found !== undefined;
    };
    const done = await run(
      () =>
        call<typeof createOauthClient>({
          method: 'POST',
          path: appsPath,
          params: { tenantId },
          body: { ...bodyOf(draft), ...(request && { requestId: request.requestId }) },
          pattern: 'powerUser',
        }),
      take,
    );
    if (!done) return;
    setAdded(done.answer);
    void queryClient.invalidateQueries({ queryKey: oauthAppsKey });
  };
  const error = (field: Field) => (refused[field] ? t(`errors.${refused[field]}`) : undefined);
  if (added) {
    const leave = () => {
      onClose();
      void navigate({ to: '/portal/oauth-apps/$clientId', params: { clientId: added.clientId } });
    };
    return (
      <SecretDialog
        title={t('oauthApps.addedTitle', { name: added.name })}
        app={added}
        clientSecret={added.clientSecret}
        onClose={leave}
      />
    );
  }
  return (
    <ModalDialog
      opened
      title={t('oauthApps.add')}
      okLabel={t(request ? 'oauthApps.approveAndAdd' : 'oauthApps.add')}
      okDisabled={!isSound}
      busy={busy}
      width={560}
      onOk={() => void send()}
      onCancel={onClose}
    >
      <AlertArea alert={alert} onClose={() => setAlert(undefined)} />
      {request ? <p>{t('oauthApps.approveWhy', { user: request.user.userId })}</p> : null}
      <Dropdown
        label={t('oauthApps.kind')}
        help={t(`oauthApps.kindHelp_${kind}`)}
        value={kind}
        choices={appKinds.map((value) => ({ value, label: t(`oauthApps.kind_${value}`) }))}
        onChange={(next) => change({ kind: next })}
        data-autofocus
      />
      <TextBox
        label={t('common.name')}
        help={t('oauthApps.nameHelp')}
        required
        value={name}
        validate={(value) => nameMistake(t, value)}
        error={error('name')}
        onChange={(next) => change({ name: next })}
      />
      {kind === 'device' ? null : (
        <TextBox
          // Each kind has its own rule for the addresses.
          key={applicationType}
          label={t('logs.field_redirectUris')}
          help={t('oauthApps.redirectHelp')}
          required
          kind="multiline"
          rows={3}
          value={redirectUris}
          validate={redirectsWrong}
          error={error('redirectUris')}
          onChange={(next) => change({ redirectUris: next })}
        />
      )}
      <TextBox
        label={t('logs.field_homepageUri')}
        help={t('oauthApps.homepageHelp')}
        value={homepageUri}
        validate={(value) => homepageMistake(t, value)}
        error={error('homepageUri')}
        onChange={(next) => change({ homepageUri: next })}
      />
    </ModalDialog>
  );
}
