import { Radio } from '@mantine/core';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Radio.layer.css';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { formatDate } from '#contract/display.ts';
import { MAX_LOG_TOKENS, MAX_TOKEN_DAYS, MAX_TOKENS_OF_SOURCE } from '#contract/provisioning/values.ts';
import { type TokenScope, tokenScopes } from '#contract/token-scopes.ts';
import { hasErrorId } from '../../../api/api-error.ts';
import { timeZoneOf, useMe } from '../../../base/session-queries.ts';
import { useAct } from '../../../base/use-act.ts';
import { useLanguage, useT } from '../../../i18n/use-t.tsx';
import { ModalDialog } from '../../../ui/dialog/ModalDialog.tsx';
import { ShownOnceDialog } from '../../../ui/dialog/ShownOnceDialog.tsx';
import { Dropdown } from '../../../ui/form/Dropdown.tsx';
import { NumberBox } from '../../../ui/form/NumberBox.tsx';
import { ReadOnlyTextBox } from '../../../ui/form/ReadOnlyTextBox.tsx';
import { TextBox } from '../../../ui/form/TextBox.tsx';
import { AlertArea, type AlertContent } from '../../../ui/page/AlertArea.tsx';
import classes from '../provisioning.module.css';
import { provisioningKey, type Source } from '../queries.ts';
import { isName, nameMistake } from '../typed-name.ts';
import { createToken, type NewToken } from './create-token.ts';

const USUAL_DAYS = 365;

type Props = {
  /** What it can be for: one, or the sources there are; undefined while they are on their way. */
  sources: readonly Source[] | undefined;
  /** It is for this source, whatever else tokens may be for. */
  ofSource?: Source;
  onClose: () => void;
};

/** Creates a token, and shows it this once. */
export function CreateTokenDialog({ sources, ofSource, onClose }: Props) {
  const t = useT();
  const queryClient = useQueryClient();
  const [alert, setAlert] = useState<AlertContent>();
  const { busy, run } = useAct(setAlert);
  const [name, setName] = useState('');
  const [chosen, setChosen] = useState<string>();
  const [scope, setScope] = useState<TokenScope>('scim');
  const [days, setDays] = useState(USUAL_DAYS);
  const [made, setMade] = useState<NewToken>();
  const language = useLanguage();
  const me = useMe();
  const zone = timeZoneOf(me);
  const source = sources?.find(({ uuid }) => uuid === chosen) ?? (sources?.length === 1 ? sources[0] : undefined);
  const ofLogs = scope === 'logs';
  const isReady = ofLogs || source !== undefined;
  const send = async () => {
    if (!isReady) return;
    const done = await run(
      () => createToken({ name: name.trim(), scopes: [scope], days, ...(!ofLogs && { sourceUuid: source?.uuid }) }),
      (error) => {
        const isFull = hasErrorId(error, 'conflict');
        const text = ofLogs
          ? t('provisioning.tooManyLogTokens', { most: MAX_LOG_TOKENS })
          : t('provisioning.tooManyTokens', { most: MAX_TOKENS_OF_SOURCE });
        if (isFull) setAlert({ kind: 'failure', text });
        return isFull;
      },
    );
    if (!done) return;
    setMade(done.answer);
    void queryClient.invalidateQueries({ queryKey: provisioningKey });
  };
  if (made)
    return (
      <ShownOnceDialog title={made.name} okLabel={t('provisioning.tokenNoted')} width={600} onClose={onClose}>
        <p>{t('provisioning.tokenOnce')}</p>
        <div className={classes.boxes}>
          {source && !ofLogs ? (
            <ReadOnlyTextBox label={t('provisioning.baseUrl')} value={source.scimUrl} />
          ) : (
            <ReadOnlyTextBox
              label={t('provisioning.feedAddress')}
              value={`${window.location.origin}/api/auth/tenants/${me.tenantId}/events`}
            />
          )}
          <ReadOnlyTextBox label={t('provisioning.token')} value={made.token} />
        </div>
      </ShownOnceDialog>
    );
  const until = formatDate(new Date(Date.now() + days * 86_400_000), language, zone);
  return (
    <ModalDialog
      opened
      title={t('provisioning.createToken')}
      okLabel={t('provisioning.createToken')}
      okDisabled={!isName(t, name) || !isReady}
      busy={busy}
      onOk={() => void send()}
      onCancel={onClose}
    >
      <AlertArea alert={alert} onClose={() => setAlert(undefined)} />
      <TextBox
        label={t('common.name')}
        help={t('provisioning.tokenNameHelp')}
        required
        value={name}
        validate={(value) => nameMistake(t, value)}
        onChange={setName}
        data-autofocus
      />
      {ofSource ? null : (
        <Radio.Group
          label={t('provisioning.use')}
          value={scope}
          onChange={(next) => setScope(tokenScopes.find((one) => one === next) ?? scope)}
        >
          <div className={classes.choices}>
            {tokenScopes.map((one) => (
              <Radio
                key={one}
                value={one}
                label={t(`provisioning.scope_${one}`)}
                description={t(`provisioning.scopeHelp_${one}`)}
              />
            ))}
          </div>
        </Radio.Group>
      )}
      {sources?.length === 0 && !ofLogs ? <p>{t('provisioning.noSources')}</p> : null}
      {sources?.length === 1 || ofLogs ? null : (
        <Dropdown
          label={t('provisioning.source')}
          required
          value={source?.uuid ?? null}
          placeholder={t('provisioning.chooseSource')}
          choices={(sources ?? []).map(({ uuid, displayName }) => ({ value: uuid, label: displayName }))}
          onChange={setChosen}
        />
      )}
      <NumberBox
        label={t('provisioning.days')}
        help={t('provisioning.daysHelp', { date: until })}
        value={days}
        least={1}
        most={MAX_TOKEN_DAYS}
        onChange={setDays}
      />
    </ModalDialog>
  );
}
