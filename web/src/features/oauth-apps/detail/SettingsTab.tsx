import {
  type ClientGrantType,
  clientGrantTypes,
  type ClientScope,
  clientScopes,
  DEVICE_GRANT,
} from '#contract/apps/client-addresses.ts';
import { useQuery } from '@tanstack/react-query';
import { useMe } from '../../../base/session-queries.ts';
import { tenantSettingsQuery } from '../../../base/tenant-settings.ts';
import type { TextKey } from '../../../i18n/keys.ts';
import { useT } from '../../../i18n/use-t.tsx';
import { CheckboxSet } from '../../../ui/form/CheckboxSet.tsx';
import { Dropdown } from '../../../ui/form/Dropdown.tsx';
import { SettingsCard } from '../../../ui/form/SettingsCard.tsx';
import { TextBox } from '../../../ui/form/TextBox.tsx';
import { nameMistake } from '../../../base/apps/app-input.ts';
import { backchannelMistake, homepageMistake, redirectsMistake } from '../addresses.ts';
import { hasKeys, keysMistake, usesBrowser, usesKeys } from './draft.ts';
import type { AppForm } from './use-app-form.ts';

const grantTexts: Readonly<Record<ClientGrantType, TextKey>> = {
  authorization_code: 'oauthApps.grant_code',
  refresh_token: 'oauthApps.grant_refresh',
  [DEVICE_GRANT]: 'oauthApps.grant_device',
  client_credentials: 'oauthApps.grant_own',
};

const scopeTexts: Readonly<Record<ClientScope, TextKey>> = {
  openid: 'oauthApps.scope_openid',
  profile: 'oauthApps.scope_profile',
  email: 'oauthApps.scope_email',
  offline_access: 'oauthApps.scope_offline',
  services: 'oauthApps.scope_services',
  'portal:user:admin': 'oauthApps.scope_user',
  'portal:powerUser:admin': 'oauthApps.scope_powerUser',
};

type Props = { form: AppForm };

/** All that can be changed of an app. */
export function SettingsTab({ form }: Props) {
  const t = useT();
  const { draft, change, error } = form;
  return (
    <>
      <SettingsCard title={t('oauthApps.generalTitle')} why={t('oauthApps.generalWhy')}>
        <TextBox
          label={t('common.name')}
          required
          value={draft.name}
          validate={(value) => nameMistake(t, value)}
          error={error('name')}
          onChange={(name) => change({ name })}
        />
        <TextBox
          label={t('logs.field_homepageUri')}
          help={t('oauthApps.homepageHelp')}
          value={draft.homepageUri}
          validate={(value) => homepageMistake(t, value)}
          error={error('homepageUri')}
          onChange={(homepageUri) => change({ homepageUri })}
        />
      </SettingsCard>
      <SignInCard form={form} />
      <SettingsCard title={t('logs.field_scopes')} why={t('oauthApps.scopesWhy')}>
        <CheckboxSet
          label={t('logs.field_scopes')}
          choices={clientScopes.map((value) => ({ value, label: value, note: t(scopeTexts[value]) }))}
          value={draft.scopes}
          error={draft.scopes.length === 0 ? t('oauthApps.noScope') : undefined}
          onChange={(scopes) => change({ scopes })}
        />
      </SettingsCard>
      <LogoutCard form={form} />
    </>
  );
}

function SignInCard({ form: { draft, change, error } }: Props) {
  const t = useT();
  const { applicationType, tokenEndpointAuthMethod: method } = draft;
  const isPublic = method === 'none';
  const withoutGrant = draft.grantTypes.every((type) => type === 'refresh_token');
  return (
    <SettingsCard title={t('oauthApps.signInTitle')} why={t('oauthApps.signInWhy')}>
      <CheckboxSet
        label={t('logs.field_grantTypes')}
        choices={clientGrantTypes.map((value) => ({ value, label: t(grantTexts[value]) }))}
        value={draft.grantTypes}
        error={withoutGrant ? t('oauthApps.noGrant') : undefined}
        onChange={(grantTypes) => change({ grantTypes })}
      />
      {usesBrowser(draft) ? (
        <TextBox
          // Each type of app has its own rule for the addresses.
          key={applicationType}
          label={t('logs.field_redirectUris')}
          help={t('oauthApps.redirectHelp')}
          required
          kind="multiline"
          rows={3}
          value={draft.redirectUris}
          validate={(value) => redirectsMistake(t, value, applicationType)}
          error={error('redirectUris')}
          onChange={(redirectUris) => change({ redirectUris })}
        />
      ) : null}
      <Dropdown
        label={t('logs.field_applicationType')}
        help={t('oauthApps.typeHelp')}
        value={applicationType}
        choices={(['web', 'native'] as const).map((value) => ({ value, label: t(`oauthApps.type_${value}`) }))}
        onChange={(next) => change({ applicationType: next })}
      />
      <Dropdown
        label={t('logs.field_tokenEndpointAuthMethod')}
        help={t(isPublic ? 'oauthApps.methodPublicHelp' : 'oauthApps.methodHelp')}
        value={method}
        disabled={isPublic}
        choices={(isPublic
          ? (['none'] as const)
          : (['client_secret_basic', 'client_secret_post', 'private_key_jwt'] as const)
        ).map((value) => ({ value, label: t(`oauthApps.method_${value}`) }))}
        onChange={(tokenEndpointAuthMethod) => change({ tokenEndpointAuthMethod })}
      />
      {usesKeys(draft) ? <KeyBoxes draft={draft} change={change} error={error} /> : null}
      <Dropdown
        label={t('logs.field_idTokenSignedResponseAlg')}
        help={t('oauthApps.algHelp')}
        value={draft.idTokenSignedResponseAlg}
        choices={(['RS256', 'ES256'] as const).map((value) => ({ value, label: value }))}
        onChange={(idTokenSignedResponseAlg) => change({ idTokenSignedResponseAlg })}
      />
      {isPublic ? null : (
        <Dropdown
          label={t('logs.field_pkce')}
          help={t('oauthApps.pkceHelp')}
          value={draft.pkce}
          choices={(['required', 'nonce'] as const).map((value) => ({ value, label: t(`oauthApps.pkce_${value}`) }))}
          onChange={(pkce) => change({ pkce })}
        />
      )}
      <ProofBoxes draft={draft} change={change} />
    </SettingsCard>
  );
}

const states = ['off', 'on'] as const;
const stateOf = (isOn: boolean) => (isOn ? 'on' : 'off');

/** What the app asks for beside a password: MFA of its users, and of itself a key for its tokens. */
function ProofBoxes({ draft, change }: Pick<AppForm, 'draft' | 'change'>) {
  const t = useT();
  const { tenantId } = useMe();
  const { data: tenant } = useQuery({ ...tenantSettingsQuery(tenantId), enabled: draft.requiresMfa });
  const locksOut = draft.requiresMfa && tenant?.securityPolicy.loginPolicy.mfa.enabled === false;
  return (
    <>
      <Dropdown
        label={t('logs.field_requiresMfa')}
        help={locksOut ? <strong>{t('oauthApps.remedy_mfaOff')}</strong> : t('oauthApps.mfaHelp')}
        value={stateOf(draft.requiresMfa)}
        choices={states.map((value) => ({ value, label: t(`oauthApps.mfa_${value}`) }))}
        onChange={(state) => change({ requiresMfa: state === 'on' })}
      />
      <Dropdown
        label={t('logs.field_dpopBound')}
        help={t('oauthApps.dpopHelp')}
        value={stateOf(draft.dpopBound)}
        choices={states.map((value) => ({ value, label: t(`oauthApps.dpop_${value}`) }))}
        onChange={(state) => change({ dpopBound: state === 'on' })}
      />
    </>
  );
}

/** The keys with which the app proves itself, or where it publishes them. */
function KeyBoxes({ draft, change, error }: Pick<AppForm, 'draft' | 'change' | 'error'>) {
  const t = useT();
  return (
    <>
      <TextBox
        label={t('logs.field_jwks')}
        help={t('oauthApps.keysHelp')}
        kind="multiline"
        rows={4}
        value={draft.jwks}
        validate={(value) => keysMistake(t, value)}
        error={error('jwks') ?? (hasKeys(draft) ? undefined : t('oauthApps.keysOne'))}
        onChange={(jwks) => change({ jwks })}
      />
      <TextBox
        label={t('logs.field_jwksUri')}
        help={t('oauthApps.keysUriHelp')}
        value={draft.jwksUri}
        validate={(value) => (value.trim() === '' ? undefined : backchannelMistake(t, value))}
        error={error('jwksUri')}
        onChange={(jwksUri) => change({ jwksUri })}
      />
    </>
  );
}

function LogoutCard({ form: { draft, change, error } }: Props) {
  const t = useT();
  return (
    <SettingsCard title={t('oauthApps.logoutTitle')} why={t('oauthApps.logoutWhy')}>
      <TextBox
        key={draft.applicationType}
        label={t('logs.field_postLogoutRedirectUris')}
        help={t('oauthApps.postLogoutHelp')}
        kind="multiline"
        rows={2}
        value={draft.postLogoutRedirectUris}
        validate={(value) => redirectsMistake(t, value, draft.applicationType)}
        error={error('postLogoutRedirectUris')}
        onChange={(postLogoutRedirectUris) => change({ postLogoutRedirectUris })}
      />
      <TextBox
        label={t('logs.field_backchannelLogoutUri')}
        help={t('oauthApps.backchannelHelp')}
        value={draft.backchannelLogoutUri}
        validate={(value) => backchannelMistake(t, value)}
        error={error('backchannelLogoutUri')}
        onChange={(backchannelLogoutUri) => change({ backchannelLogoutUri })}
      />
      <TextBox
        label={t('logs.field_frontchannelLogoutUri')}
        help={t('oauthApps.frontchannelHelp')}
        value={draft.frontchannelLogoutUri}
        validate={(value) => homepageMistake(t, value)}
        error={error('frontchannelLogoutUri')}
        onChange={(frontchannelLogoutUri) => change({ frontchannelLogoutUri })}
      />
    </SettingsCard>
  );
}
