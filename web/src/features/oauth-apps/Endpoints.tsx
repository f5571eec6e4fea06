import { useQuery } from '@tanstack/react-query';
import { Loaded } from '../../base/Loaded.tsx';
import { useMe } from '../../base/session-queries.ts';
import { useT } from '../../i18n/use-t.tsx';
import { ReadOnlyTextBox } from '../../ui/form/ReadOnlyTextBox.tsx';
import classes from './oauth-apps.module.css';
import { kindOf } from './kinds.ts';
import { type App, endpointsQuery } from './queries.ts';

const ofBrowser = ['issuer', 'discovery', 'authorization', 'token', 'userinfo', 'jwks', 'endSession'] as const;
const ofDevice = ['issuer', 'discovery', 'deviceAuthorization', 'token', 'userinfo', 'jwks'] as const;

/** The addresses an app needs, to copy. Most find all of them by the first two. */
export function Endpoints({ app }: { app: App }) {
  const t = useT();
  const query = useQuery(endpointsQuery(useMe().tenantId));
  return (
    <Loaded query={query} height={320} failedTitle={t('oauthApps.endpointsFailed')}>
      {(endpoints) => (
        <div className={classes.boxes}>
          {(kindOf(app) === 'device' ? ofDevice : ofBrowser).map((name) => (
            <ReadOnlyTextBox key={name} label={t(`oauthApps.endpoint_${name}`)} value={endpoints[name]} />
          ))}
        </div>
      )}
    </Loaded>
  );
}
