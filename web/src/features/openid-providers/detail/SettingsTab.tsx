import type { UnknownUsers } from '#contract/federation/unknown-users.ts';
import { nameMistake } from '../../../base/federation/typed-name.ts';
import { UnknownUsersNote } from '../../../base/federation/UnknownUsers.tsx';
import { useT } from '../../../i18n/use-t.tsx';
import IconUserPlus from '@tabler/icons-react/dist/esm/icons/IconUserPlus.mjs';
import parts from '../../../ui/form/parts.module.css';
import { ReadOnlyTextBox } from '../../../ui/form/ReadOnlyTextBox.tsx';
import { SettingRow } from '../../../ui/form/SettingRow.tsx';
import { SettingsCard } from '../../../ui/form/SettingsCard.tsx';
import { TextBox } from '../../../ui/form/TextBox.tsx';
import { clientIdMistake, directoriesMistake, domainsMistake, scopesMistake } from '../input.ts';
import { CybozuBoxes } from '../cybozu/CybozuBoxes.tsx';
import type { Provider } from '../queries.ts';
import type { ProviderForm } from './use-provider-form.ts';

const domainLists = ['enabledDomains', 'disabledDomains'] as const;

type Props = { provider: Provider; form: ProviderForm; unknown: UnknownUsers | undefined };

/** All that can be changed of a provider, and what the provider needs to know. */
export function SettingsTab({ provider, form, unknown }: Props) {
  const t = useT();
  const { draft, change, error } = form;
  return (
    <>
      <SettingsCard title={t('openid.providerTitle')} why={t('openid.providerWhy')}>
        <TextBox
          label={t('common.name')}
          help={t('openid.nameHelp')}
          required
          value={draft.displayName}
          validate={(value) => nameMistake(t, value)}
          error={error('displayName')}
          onChange={(displayName) => change({ displayName })}
        />
        {provider.kind === 'cybozu' ? (
          <CybozuBoxes draft={draft} error={error} onChange={change} />
        ) : (
          <ReadOnlyTextBox label={t('logs.field_issuer')} value={provider.issuer} />
        )}
        <TextBox
          label={t('logs.field_clientId')}
          required
          value={draft.clientId}
          validate={(value) => clientIdMistake(t, value)}
          error={error('clientId')}
          onChange={(clientId) => change({ clientId })}
        />
        {provider.kind === 'cybozu' ? (
          <TextBox
            label={t('logs.field_recordScopes')}
            help={t('openid.scopesHelp')}
            value={draft.recordScopes}
            validate={(value) => scopesMistake(t, value)}
            error={error('recordScopes')}
            onChange={(recordScopes) => change({ recordScopes })}
          />
        ) : null}
        <ReadOnlyTextBox label={t('openid.redirectUri')} value={provider.redirectUri} />
      </SettingsCard>
      <SettingsCard title={t('openid.peopleTitle')} why={t('openid.peopleWhy')}>
        <SettingRow
          icon={IconUserPlus}
          name={t('logs.field_jitProvisioning')}
          consequence={t('openid.jitConsequence')}
          checked={draft.jitProvisioning}
          onChange={(jitProvisioning) => change({ jitProvisioning })}
        />
        <UnknownUsersNote data={unknown} />
        {provider.kind === 'office365' ? (
          <TextBox
            label={t('logs.field_directoryIds')}
            help={t('openid.directoriesHelp')}
            kind="multiline"
            rows={3}
            value={draft.directoryIds}
            validate={(value) => directoriesMistake(t, value)}
            error={error('directoryIds')}
            onChange={(directoryIds) => change({ directoryIds })}
          />
        ) : null}
        {provider.kind === 'cybozu' ? null : (
          <>
            {domainLists.map((list) => (
              <TextBox
                key={list}
                label={t(`openid.${list}`)}
                help={t(`openid.${list}Help`)}
                kind="multiline"
                rows={2}
                value={draft[list]}
                validate={(value) => domainsMistake(t, value)}
                error={error(list)}
                onChange={(domains) => change({ [list]: domains })}
              />
            ))}
            <p className={parts.note}>{t('openid.domainsNote')}</p>
          </>
        )}
      </SettingsCard>
    </>
  );
}
