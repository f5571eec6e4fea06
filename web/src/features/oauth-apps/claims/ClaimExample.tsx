import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { claimNameMistake, claimPlaces, claimsFor } from '#contract/apps/claim-values.ts';
import { failureText } from '../../../base/failure.ts';
import { useMe } from '../../../base/session-queries.ts';
import { useT } from '../../../i18n/use-t.tsx';
import { SettingsCard } from '../../../ui/form/SettingsCard.tsx';
import { SearchBox } from '../../../ui/list/SearchBox.tsx';
import type { Draft } from '../detail/draft.ts';
import classes from '../oauth-apps.module.css';
import { type App, claimExampleQuery } from '../queries.ts';

/** What the app would get of a user, with what is typed and not saved yet. */
export function ClaimExample({ app, claims }: { app: App; claims: Draft['claims'] }) {
  const t = useT();
  const me = useMe();
  const [userId, setUserId] = useState(me.userId);
  // One without a name, or with one that is refused, is never sent.
  const named = claims.filter(({ name }) => claimNameMistake(name) === null);
  const { data, error } = useQuery(claimExampleQuery(me.tenantId, app.clientId, userId));
  return (
    <SettingsCard title={t('oauthApps.exampleTitle')} why={t('oauthApps.exampleWhy')}>
      <SearchBox
        label={t('common.userId')}
        value={userId}
        maxLength={128}
        onSearch={(value) => value && setUserId(value)}
      />
      {error ? <p role="alert">{failureText(t, error)}</p> : null}
      {data && !error
        ? claimPlaces.map((place) => {
            const endpoint = place === 'accessToken' ? data.introspection : data.userinfo;
            return (
              <div key={place}>
                <strong>{t(`oauthApps.place_${place}`)}</strong>
                {/* biome-ignore lint/a11y/noNoninteractiveTabindex: whoever has no mouse scrolls it with the arrow keys */}
                <pre className={classes.example} tabIndex={0}>
                  {JSON.stringify(claimsFor(named, data.values, place, { endpoint }), null, 2)}
                </pre>
              </div>
            );
          })
        : null}
    </SettingsCard>
  );
}
