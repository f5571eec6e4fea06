import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { formatDate } from '#contract/display.ts';
import { MAX_TOKEN_DAYS, MAX_TOKENS_OF_SOURCE, type TokenScope, tokenScopes } from '#contract/provisioning/values.ts';
import { hasErrorId } from '../../../api/api-error.ts';
import { timeZoneOf, useMe } from '../../../base/session-queries.ts';
import { useAct } from '../../../base/use-act.ts';
import { useLanguage, useT } from '../../../i18n/use-t.tsx';
import { ModalDialog } from '../../../ui/dialog/ModalDialog.tsx';
import { ShownOnceDialog } from '../../../ui/dialog/ShownOnceDialog.tsx';
import { CheckboxSet } from '../../../ui/form/CheckboxSet.tsx';
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
  onClose: () => void;
};

/** Creates a token, and shows it this once. */
export function CreateTokenDialog({ sources, onClose }: Props) {
  const t = useT();
  const queryClient = useQueryClient();
  const [alert, setAlert] = useState<AlertContent>();
  const { busy, run } = useAct(setAlert);
  const [name, setName] = useState('');
  const [chosen, setChosen] = useState<string>();
  const [scopes, setScopes] = useState<TokenScope[]>(['scim']);
  const [days, setDays] = useState(USUAL_DAYS);
  const [made, setMade] = useState<NewToken>();
  const language = useLanguage();
  const zone = timeZoneOf(useMe());
  const source = sources?.find(({ uuid }) => uuid === chosen) ?? (sources?.length === 1 ? sources[0] : undefined);
  const send = async () => {
    if (!source) return;
    const done = await run(
      () => createToken({ name: name.trim(), scopes, sourceUuid: source.uuid, days }),
      (error) => {
        const isFull = hasErrorId(error, 'conflict');
        if (isFull)
          setAlert({ kind: 'failure', text: t('provisioning.tooManyTokens', { most: MAX_TOKENS_OF_SOURCE }) });
        return isFull;
      },
    );
    if (!done) return;
    setMade(done.answer);
    void queryClient.invalidateQueries({ queryKey: provisioningKey });
  };
  if (made && source)
    return (
      <ShownOnceDialog title={made.name} okLabel={t('provisioning.tokenNoted')} width={600} onClose={onClose}>
        <p>{t('provisioning.tokenOnce')}</p>
        <div className={classes.boxes}>
          <ReadOnlyTextBox label={t('provisioning.baseUrl')} value={source.scimUrl} />
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
      okDisabled={!isName(t, name) || !source || scopes.length === 0}
      busy={busy}
      onOk={() => void send()}
      onCancel={onClose}
    >
      <AlertArea alert={alert} onClose={() => setAlert(undefined)} />
      {sources?.length === 0 ? <p>{t('provisioning.noSources')}</p> : null}
      <TextBox
        label={t('common.name')}
        help={t('provisioning.tokenNameHelp')}
        required
        value={name}
        validate={(value) => nameMistake(t, value)}
        onChange={setName}
        data-autofocus
      />
      {sources?.length === 1 ? null : (
        <Dropdown
          label={t('provisioning.source')}
          required
          value={source?.uuid ?? null}
          placeholder={t('provisioning.chooseSource')}
          choices={(sources ?? []).map(({ uuid, displayName }) => ({ value: uuid, label: displayName }))}
          onChange={setChosen}
        />
      )}
      <CheckboxSet
        label={t('provisioning.scopes')}
        choices={tokenScopes.map((value) => ({
          value,
          label: t(`provisioning.scope_${value}`),
          note: t(`provisioning.scopeHelp_${value}`),
        }))}
        value={scopes}
        onChange={setScopes}
      />
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
