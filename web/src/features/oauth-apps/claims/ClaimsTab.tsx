import { Button } from '@mantine/core';
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import { claimPlaces, claimSources, claimsMistake, MOST_CLAIMS } from '#contract/apps/claim-values.ts';
import type { TextKey, Translate } from '../../../i18n/keys.ts';
import { useT } from '../../../i18n/use-t.tsx';
import { CheckboxSet } from '../../../ui/form/CheckboxSet.tsx';
import { Dropdown } from '../../../ui/form/Dropdown.tsx';
import { SettingsCard } from '../../../ui/form/SettingsCard.tsx';
import { TextBox } from '../../../ui/form/TextBox.tsx';
import type { Draft } from '../detail/draft.ts';
import type { AppForm } from '../detail/use-app-form.ts';
import classes from '../oauth-apps.module.css';
import type { App } from '../queries.ts';
import { ClaimExample } from './ClaimExample.tsx';

type Claim = Draft['claims'][number];

const CUSTOM = /^extensionAttribute(\d+)$/;
const words: Readonly<Record<string, TextKey>> = {
  ...{ groupIds: 'oauthApps.source_groupIds', groupNames: 'oauthApps.source_groupNames' },
  ...{ groupUuids: 'oauthApps.source_groupUuids', roles: 'oauthApps.source_roles' },
  ...{ services: 'oauthApps.source_services', licenses: 'oauthApps.source_licenses' },
  ...{ userId: 'common.userId', familyName: 'common.familyName', givenName: 'common.givenName' },
  ...{ loginMailAddress: 'common.mailAddress', locale: 'common.language', timezone: 'common.timezone' },
  ...{ department: 'common.department', location: 'common.location', description: 'oauthApps.source_description' },
};

function sourceText(t: Translate, source: string): string {
  const number = CUSTOM.exec(source)?.[1];
  if (number) return t('oauthApps.source_custom', { number });
  const key = Object.hasOwn(words, source) ? words[source] : undefined;
  return key ? t(key) : source;
}

/** What the app learns of users beside its scopes. */
export function ClaimsTab({ app, form }: { app: App; form: AppForm }) {
  const t = useT();
  const { claims } = form.draft;
  const wrong = claimsMistake(claims);
  const set = (index: number, part: Partial<Claim>) =>
    form.change({ claims: claims.map((claim, at) => (at === index ? { ...claim, ...part } : claim)) });
  const add = () =>
    form.change({ claims: [...claims, { name: '', source: 'groupIds', places: ['idToken', 'userinfo'] }] });
  return (
    <>
      <SettingsCard title={t('logs.field_claims')} why={t('oauthApps.claimsWhy')}>
        {claims.map((claim, index) => (
          <ClaimRow
            // Rows have no name of their own: they stay in their order.
            // biome-ignore lint/suspicious/noArrayIndexKey: see above
            key={index}
            claim={claim}
            number={index + 1}
            mistake={wrong?.index === index ? wrong.mistake : undefined}
            onChange={(part) => set(index, part)}
            onRemove={() => form.change({ claims: claims.filter((_, at) => at !== index) })}
          />
        ))}
        <div>
          <Button
            variant="default"
            leftSection={<IconPlus size={16} aria-hidden="true" />}
            disabled={claims.length >= MOST_CLAIMS}
            onClick={add}
          >
            {t('oauthApps.addClaim')}
          </Button>
        </div>
      </SettingsCard>
      {claims.length > 0 ? <ClaimExample app={app} claims={claims} /> : null}
    </>
  );
}

type RowProps = {
  claim: Claim;
  number: number;
  mistake: NonNullable<ReturnType<typeof claimsMistake>>['mistake'] | undefined;
  onChange: (part: Partial<Claim>) => void;
  onRemove: () => void;
};

function ClaimRow({ claim: { name, source, places }, number, mistake, onChange, onRemove }: RowProps) {
  const t = useT();
  const ofName = mistake && mistake !== 'nowhere' && name !== '' ? t(`oauthApps.claim_${mistake}`) : undefined;
  return (
    <fieldset className={classes.claim}>
      <legend className="visually-hidden">{t('oauthApps.claimNumber', { number })}</legend>
      <TextBox
        label={t('oauthApps.claimName')}
        required
        value={name}
        error={ofName}
        onChange={(value) => onChange({ name: value.trim() })}
      />
      <Dropdown
        label={t('oauthApps.claimSource')}
        value={source}
        choices={claimSources.map((value) => ({ value, label: sourceText(t, value) }))}
        onChange={(value) => onChange({ source: value })}
      />
      <CheckboxSet
        label={t('oauthApps.claimPlaces')}
        choices={claimPlaces.map((value) => ({ value, label: t(`oauthApps.place_${value}`) }))}
        value={places}
        error={places.length === 0 ? t('oauthApps.claim_nowhere') : undefined}
        onChange={(value) => onChange({ places: value })}
      />
      <div>
        <Button size="compact-sm" variant="default" onClick={onRemove}>
          {t('common.remove')}
        </Button>
      </div>
    </fieldset>
  );
}
