import IconLockOpen from '@tabler/icons-react/dist/esm/icons/IconLockOpen.mjs';
import IconLogin2 from '@tabler/icons-react/dist/esm/icons/IconLogin2.mjs';
import IconSignature from '@tabler/icons-react/dist/esm/icons/IconSignature.mjs';
import IconUserPlus from '@tabler/icons-react/dist/esm/icons/IconUserPlus.mjs';
import type { UnknownUsers } from '#contract/federation/unknown-users.ts';
import { nameMistake } from '../../../base/federation/typed-name.ts';
import { UnknownUsersNote } from '../../../base/federation/UnknownUsers.tsx';
import { useT } from '../../../i18n/use-t.tsx';
import { ReadOnlyTextBox } from '../../../ui/form/ReadOnlyTextBox.tsx';
import { SettingRow } from '../../../ui/form/SettingRow.tsx';
import { SettingsCard } from '../../../ui/form/SettingsCard.tsx';
import { TextBox } from '../../../ui/form/TextBox.tsx';
import { attributeMistake, entityIdMistake, originMistake, sloUrlMistake, ssoUrlMistake } from '../mistakes.ts';
import { OurValues } from '../OurValues.tsx';
import type { Connection, Trace } from '../queries.ts';
import { exampleOf } from './claims.ts';
import { type AttributeField, attributeFields } from './draft.ts';
import type { ConnectionForm } from './use-connection-form.ts';

type Props = {
  connection: Connection;
  form: ConnectionForm;
  traces: readonly Trace[];
  unknown: UnknownUsers | undefined;
};

/** All that can be changed of a connection, and what the provider needs to know. */
export function SettingsTab({ connection, form, traces, unknown }: Props) {
  const t = useT();
  const { draft, change, error } = form;
  return (
    <>
      <SettingsCard title={t('openid.providerTitle')} why={t('samlConnections.providerWhy')}>
        <TextBox
          label={t('common.name')}
          help={t('openid.nameHelp')}
          required
          value={draft.displayName}
          validate={(value) => nameMistake(t, value)}
          error={error('displayName')}
          onChange={(displayName) => change({ displayName })}
        />
        {connection.linkedUsers > 0 ? (
          <ReadOnlyTextBox
            label={t('saml.entityId')}
            help={t('samlConnections.entityIdFixed')}
            value={draft.entityId}
          />
        ) : (
          <TextBox
            label={t('saml.entityId')}
            required
            value={draft.entityId}
            validate={(value) => entityIdMistake(t, value)}
            error={error('entityId')}
            onChange={(entityId) => change({ entityId })}
          />
        )}
        <TextBox
          label={t('saml.ssoUrl')}
          help={t('samlConnections.ssoUrlHelp')}
          required
          value={draft.ssoUrl}
          validate={(value) => ssoUrlMistake(t, value)}
          error={error('ssoUrl')}
          onChange={(ssoUrl) => change({ ssoUrl })}
        />
        <TextBox
          label={t('saml.sloUrl')}
          help={t('samlConnections.sloUrlHelp')}
          value={draft.sloUrl ?? ''}
          validate={(value) => sloUrlMistake(t, value)}
          error={error('sloUrl')}
          onChange={(next) => change({ sloUrl: next === '' ? null : next })}
        />
        <TextBox
          label={t('saml.metadataUrl')}
          help={t('saml.metadataUrlKept')}
          value={draft.metadataUrl ?? ''}
          validate={(value) => sloUrlMistake(t, value)}
          error={error('metadataUrl')}
          onChange={(next) => change({ metadataUrl: next === '' ? null : next })}
        />
        <SettingRow
          icon={IconSignature}
          name={t('saml.signRequests')}
          consequence={t('samlConnections.signRequestsConsequence')}
          checked={draft.signRequests}
          onChange={(signRequests) => change({ signRequests })}
        />
        <SettingRow
          icon={IconLockOpen}
          name={t('saml.acceptsCbc')}
          consequence={t('samlConnections.acceptsCbcConsequence')}
          checked={draft.acceptsCbc}
          onChange={(acceptsCbc) => change({ acceptsCbc })}
        />
      </SettingsCard>
      <SettingsCard title={t('samlConnections.oursTitle')} why={t('samlConnections.oursWhy')}>
        <OurValues samlId={connection.samlId} published />
      </SettingsCard>
      <SettingsCard title={t('openid.peopleTitle')} why={t('openid.peopleWhy')}>
        <SettingRow
          icon={IconUserPlus}
          name={t('saml.jit')}
          consequence={t('openid.jitConsequence')}
          checked={draft.jitProvisioning}
          onChange={(jitProvisioning) => change({ jitProvisioning })}
        />
        <UnknownUsersNote data={unknown} />
        <SettingRow
          icon={IconLogin2}
          name={t('saml.idpInitiated')}
          consequence={t('samlConnections.idpInitiatedConsequence')}
          checked={draft.idpInitiated}
          onChange={(idpInitiated) => change({ idpInitiated })}
        />
        {draft.idpInitiated ? (
          <TextBox
            label={t('saml.trustedOrigin')}
            help={t('samlConnections.trustedOriginHelp')}
            value={draft.trustedOrigin ?? ''}
            validate={(value) => originMistake(t, value)}
            error={error('trustedOrigin')}
            onChange={(next) => change({ trustedOrigin: next === '' ? null : next })}
          />
        ) : null}
      </SettingsCard>
      <SettingsCard title={t('samlConnections.mappingTitle')} why={t('samlConnections.mappingWhy')}>
        {attributeFields.map((field) => (
          <TextBox
            key={field}
            label={t(labels[field])}
            help={<Example example={exampleOf(traces, draft, field)} />}
            placeholder={t('samlConnections.usualNames')}
            value={draft[field]}
            validate={(value) => attributeMistake(t, value)}
            error={error(field)}
            onChange={(next) => change({ [field]: next })}
          />
        ))}
      </SettingsCard>
    </>
  );
}

const labels = {
  mailAddressAttribute: 'saml.mailAttribute',
  familyNameAttribute: 'saml.familyAttribute',
  givenNameAttribute: 'saml.givenAttribute',
} as const satisfies Record<AttributeField, string>;

/** What the latest sign-in would have given a new user. */
function Example({ example }: { example: string | null | undefined }) {
  const t = useT();
  if (example === undefined) return t('samlConnections.mappingHelp');
  return example === null ? t('samlConnections.noExample') : t('samlConnections.example', { value: example });
}
