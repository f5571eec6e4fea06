import IconBuilding from '@tabler/icons-react/dist/esm/icons/IconBuilding.mjs';
import IconId from '@tabler/icons-react/dist/esm/icons/IconId.mjs';
import { useQuery } from '@tanstack/react-query';
import { administratorRole, type Role, roles } from '#contract/roles.ts';
import { providerListQuery } from '../../../base/federation/providers.ts';
import { useMe } from '../../../base/session-queries.ts';
import { failureText } from '../../../base/failure.ts';
import { useT } from '../../../i18n/use-t.tsx';
import { CheckboxSet } from '../../../ui/form/CheckboxSet.tsx';
import { Dropdown } from '../../../ui/form/Dropdown.tsx';
import { SettingRow } from '../../../ui/form/SettingRow.tsx';
import { SettingsCard } from '../../../ui/form/SettingsCard.tsx';
import type { PolicyField } from '../policy/draft.ts';
import type { PolicyForm } from '../policy/use-policy-form.ts';

/** For whom each way to sign in is open: passwords, SAML, and OpenID providers, all or some of them. */
export function ProviderWays({ form }: { form: PolicyForm }) {
  const t = useT();
  const { policy, change, disabled } = form;
  const { saml, oidc } = policy.loginPolicy;
  return (
    <SettingsCard title={t('loginPolicy.ways')} why={t('loginPolicy.waysWhy')}>
      <Dropdown
        label={t('policy.passwordRoles')}
        help={t('loginPolicy.passwordRolesHelp')}
        value={policy.loginPolicy.siteLoginRoles.password.includes('User') ? 'every' : 'administrators'}
        choices={(['every', 'administrators'] as const).map((value) => ({
          value,
          label: t(`loginPolicy.open_${value}`),
        }))}
        onChange={(value) =>
          change('loginPolicy.siteLoginRoles.password', value === 'every' ? [...roles] : [administratorRole])
        }
        error={form.mistake('loginPolicy.siteLoginRoles.password')}
        disabled={disabled}
      />
      <SettingRow
        icon={IconBuilding}
        name={t('policy.samlWay')}
        consequence={t('loginPolicy.samlWayConsequence')}
        checked={saml}
        onChange={(checked) => change('loginPolicy.saml', checked)}
        disabled={disabled}
      >
        <OpenTo form={form} way="saml" />
      </SettingRow>
      <SettingRow
        icon={IconId}
        name={t('policy.oidcWay')}
        consequence={t('loginPolicy.oidcWayConsequence')}
        checked={oidc.enabled}
        onChange={(checked) => change('loginPolicy.oidc.enabled', checked)}
        disabled={disabled}
      >
        <OpenTo form={form} way="oidc" />
        <Providers form={form} />
      </SettingRow>
    </SettingsCard>
  );
}

const rolesField = { saml: 'loginPolicy.siteLoginRoles.saml', oidc: 'loginPolicy.siteLoginRoles.oidc' } as const;

function OpenTo({ form: { policy, change, mistake, disabled }, way }: { form: PolicyForm; way: 'saml' | 'oidc' }) {
  const t = useT();
  const field: PolicyField = rolesField[way];
  return (
    <CheckboxSet<Role>
      label={t(`policy.${way}Roles`)}
      choices={roles.map((value) => ({ value, label: t(`common.role.${value}`) }))}
      value={policy.loginPolicy.siteLoginRoles[way]}
      onChange={(value) => change(field, value)}
      error={mistake(field)}
      disabled={disabled}
    />
  );
}

/** All OpenID providers or some. One that is listed and gone stays in the list, to be taken out. */
function Providers({ form: { policy, change, mistake, disabled } }: { form: PolicyForm }) {
  const t = useT();
  const me = useMe();
  const query = useQuery({ ...providerListQuery(me.tenantId), enabled: me.permissions.includes('tenant:write') });
  const listed = policy.loginPolicy.oidc.openidProviders;
  const known = (query.data ?? []).map(({ opId, displayName }) => ({ value: opId, label: displayName }));
  const gone = query.data ? (listed ?? []).filter((id) => !known.some(({ value }) => value === id)) : [];
  const all = [...known, ...gone.map((id) => ({ value: id, label: id }))];
  const field = 'loginPolicy.oidc.openidProviders';
  return (
    <>
      <Dropdown
        label={t('policy.openidProviders')}
        value={listed === null ? 'all' : 'some'}
        choices={(['all', 'some'] as const).map((value) => ({ value, label: t(`loginPolicy.providers_${value}`) }))}
        onChange={(value) => change(field, value === 'all' ? null : all.map((one) => one.value))}
        error={listed !== null && query.data && all.length === 0 ? mistake(field) : undefined}
        disabled={disabled || !query.data}
      />
      {query.error ? <p role="alert">{failureText(t, query.error)}</p> : null}
      {listed === null || all.length === 0 ? null : (
        <CheckboxSet
          label={t('loginPolicy.selectedProviders')}
          choices={all}
          value={listed}
          onChange={(value) => change(field, value)}
          error={mistake(field)}
          disabled={disabled}
        />
      )}
    </>
  );
}
