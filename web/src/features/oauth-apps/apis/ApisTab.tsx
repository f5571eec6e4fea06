import { useQuery } from '@tanstack/react-query';
import { Loaded } from '../../../base/Loaded.tsx';
import { useMe } from '../../../base/session-queries.ts';
import { useT } from '../../../i18n/use-t.tsx';
import { CheckboxSet } from '../../../ui/form/CheckboxSet.tsx';
import { SettingsCard } from '../../../ui/form/SettingsCard.tsx';
import parts from '../../../ui/form/parts.module.css';
import type { AppForm } from '../detail/use-app-form.ts';
import { type Api, apiListQuery } from '../queries.ts';

/** What the app may have of the organization's APIs: for users, and as itself. */
export function ApisTab({ form }: { form: AppForm }) {
  const t = useT();
  const query = useQuery(apiListQuery(useMe().tenantId));
  return (
    <Loaded query={query} height={260} failedTitle={t('oauthApps.apisFailed')}>
      {(apis) =>
        apis.length === 0 ? (
          <SettingsCard title={t('logs.field_apis')} why={t('oauthApps.apisOfAppWhy')}>
            <p className={parts.note}>{t('oauthApps.apisNone')}</p>
          </SettingsCard>
        ) : (
          apis.map((api) => <ApiOfApp key={api.apiId} api={api} form={form} />)
        )
      }
    </Loaded>
  );
}

function ApiOfApp({ api: { name, audience, scopes }, form }: { api: Api; form: AppForm }) {
  const t = useT();
  const { apis, grantTypes } = form.draft;
  const held = apis.find((one) => one.audience === audience) ?? { audience, scopes: [], ownScopes: [] };
  const actsAsItself = grantTypes.includes('client_credentials');
  const set = (part: { scopes?: string[]; ownScopes?: string[] }) => {
    const next = { ...held, ...part };
    const others = apis.filter((one) => one.audience !== audience);
    const isEmpty = next.scopes.length + next.ownScopes.length === 0;
    form.change({ apis: isEmpty ? others : [...others, next] });
  };
  const choices = scopes.map((scope) => ({ value: scope.name, label: scope.name, note: scope.description }));
  return (
    <SettingsCard title={name} why={audience}>
      <CheckboxSet
        label={t('oauthApps.scopesForUsers')}
        help={t('oauthApps.scopesForUsersHelp')}
        choices={choices}
        value={held.scopes}
        onChange={(next) => set({ scopes: next })}
      />
      {actsAsItself ? (
        <CheckboxSet
          label={t('logs.field_ownScopes')}
          help={t('oauthApps.ownScopesHelp')}
          choices={choices}
          value={held.ownScopes}
          onChange={(next) => set({ ownScopes: next })}
        />
      ) : (
        <p className={parts.note}>{t('oauthApps.ownScopesOff')}</p>
      )}
    </SettingsCard>
  );
}
