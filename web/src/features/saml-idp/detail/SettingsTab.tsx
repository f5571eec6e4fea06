import { nameIdFormats, signingOptions } from '#contract/apps/saml-idp-values.ts';
import { useT } from '../../../i18n/use-t.tsx';
import { Dropdown } from '../../../ui/form/Dropdown.tsx';
import { ReadOnlyTextBox } from '../../../ui/form/ReadOnlyTextBox.tsx';
import { SettingRow } from '../../../ui/form/SettingRow.tsx';
import { SettingsCard } from '../../../ui/form/SettingsCard.tsx';
import { TextBox } from '../../../ui/form/TextBox.tsx';
import type { AlertContent } from '../../../ui/page/AlertArea.tsx';
import { addressMistake, entityIdMistake, nameMistake, relayStateMistake } from '../mistakes.ts';
import type { Sp } from '../queries.ts';
import { AttributesCard } from './AttributesCard.tsx';
import { TileCard } from './TileCard.tsx';
import type { SpForm } from './use-sp-form.ts';

type Props = { form: SpForm; sp: Sp; say: (alert: AlertContent | undefined) => void };

/** All that can be changed of an app. */
export function SettingsTab({ form, sp, say }: Props) {
  const t = useT();
  const { draft, change, error } = form;
  return (
    <>
      <SettingsCard title={t('samlIdp.generalTitle')} why={t('samlIdp.generalWhy')}>
        <TextBox
          label={t('logs.field_displayName')}
          required
          value={draft.displayName}
          validate={(value) => nameMistake(t, value)}
          error={error('displayName')}
          onChange={(displayName) => change({ displayName })}
        />
        <SettingRow
          name={t('samlIdp.enabled')}
          consequence={t('samlIdp.enabledWhy')}
          checked={draft.enabled}
          onChange={(enabled) => change({ enabled })}
        />
        <ReadOnlyTextBox label={t('samlIdp.startUrl')} help={t('samlIdp.startUrlHelp')} value={sp.startUrl} />
      </SettingsCard>
      <SettingsCard title={t('samlIdp.connectionTitle')} why={t('samlIdp.connectionWhy')}>
        <TextBox
          label={t('logs.field_entityId')}
          required
          value={draft.entityId}
          validate={(value) => entityIdMistake(t, value)}
          error={error('entityId')}
          onChange={(entityId) => change({ entityId })}
        />
        <TextBox
          label={t('logs.field_acsUrl')}
          help={t('samlIdp.acsHelp')}
          required
          value={draft.acsUrl}
          validate={(value) => addressMistake(t, value)}
          error={error('acsUrl')}
          onChange={(acsUrl) => change({ acsUrl })}
        />
        <TextBox
          label={t('logs.field_relayState')}
          help={t('samlIdp.relayStateHelp')}
          value={draft.relayState}
          validate={(value) => relayStateMistake(t, value)}
          error={error('relayState')}
          onChange={(relayState) => change({ relayState })}
        />
        <TextBox
          label={t('logs.field_logoutUrl')}
          help={t('samlIdp.logoutHelp')}
          value={draft.logoutUrl}
          validate={(value) => addressMistake(t, value)}
          error={error('logoutUrl')}
          onChange={(logoutUrl) => change({ logoutUrl })}
        />
        <TextBox
          label={t('saml.metadataUrl')}
          help={t('saml.metadataUrlKept')}
          value={draft.metadataUrl}
          validate={(value) => (value.trim() === '' ? undefined : addressMistake(t, value))}
          error={error('metadataUrl')}
          onChange={(metadataUrl) => change({ metadataUrl })}
        />
        <Dropdown
          label={t('logs.field_signingOption')}
          help={t('samlIdp.signingHelp')}
          value={draft.signingOption}
          choices={signingOptions.map((value) => ({ value, label: t(`logs.signing_${value}`) }))}
          onChange={(signingOption) => change({ signingOption })}
        />
        <SettingRow
          name={t('logs.field_authnRequestsSigned')}
          consequence={t('samlIdp.signedWhy')}
          checked={draft.authnRequestsSigned}
          onChange={(authnRequestsSigned) => change({ authnRequestsSigned })}
        />
      </SettingsCard>
      <SettingsCard title={t('samlIdp.nameTitle')} why={t('samlIdp.nameWhy')}>
        <Dropdown
          label={t('logs.field_nameIdFormat')}
          help={t(`samlIdp.formatHelp_${draft.nameIdFormat}`)}
          value={draft.nameIdFormat}
          choices={nameIdFormats.map((value) => ({ value, label: t(`samlIdp.format_${value}`) }))}
          onChange={(nameIdFormat) => change({ nameIdFormat })}
        />
      </SettingsCard>
      <AttributesCard form={form} />
      <TileCard sp={sp} say={say} />
    </>
  );
}
