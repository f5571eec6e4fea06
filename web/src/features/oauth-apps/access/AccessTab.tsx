import { Radio } from '@mantine/core';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Radio.layer.css';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { clientAccess } from '#contract/apps/client-addresses.ts';
import { Loaded } from '../../../base/Loaded.tsx';
import { useMe } from '../../../base/session-queries.ts';
import { useT } from '../../../i18n/use-t.tsx';
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog.tsx';
import { SettingsCard } from '../../../ui/form/SettingsCard.tsx';
import classes from '../oauth-apps.module.css';
import { accessQuery, type AccessState, type App } from '../queries.ts';
import { AssignedGroups } from './AssignedGroups.tsx';
import { AssignedUsers } from './AssignedUsers.tsx';
import { type Access, type Say, useAccess } from './use-access.ts';

type Props = { app: App; say: Say };

/** Who may use the app: everyone of the organization, or who is assigned. */
export function AccessTab({ app, say }: Props) {
  const t = useT();
  const { tenantId } = useMe();
  const query = useQuery(accessQuery(tenantId, app.clientId));
  return (
    <Loaded query={query} height={320} failedTitle={t('oauthApps.accessFailed')}>
      {(state) => (
        <div className={classes.access}>
          <Choice app={app} state={state} say={say} />
          {state.access === 'assigned' ? (
            <>
              <AssignedGroups app={app} say={say} />
              <AssignedUsers app={app} say={say} />
            </>
          ) : null}
        </div>
      )}
    </Loaded>
  );
}

function Choice({ app, state, say }: Props & { state: AccessState }) {
  const t = useT();
  const [asked, setAsked] = useState(false);
  const { busy, setAccess } = useAccess(app, say);
  const { access } = state;
  const choose = (wanted: string) => {
    if (wanted === access || busy) return;
    if (wanted === 'assigned') setAsked(true);
    else void setAccess('everyone', access);
  };
  return (
    <SettingsCard title={t('oauthApps.accessTitle')} why={<People state={state} />}>
      <Radio.Group aria-label={t('oauthApps.accessTitle')} value={access} onChange={choose}>
        <div className={classes.boxes}>
          {clientAccess.map((one: Access) => (
            <Radio
              key={one}
              value={one}
              label={t(`oauthApps.access_${one}`)}
              description={t(`oauthApps.accessHelp_${one}`)}
            />
          ))}
        </div>
      </Radio.Group>
      <ConfirmDialog
        opened={asked}
        title={t('oauthApps.ask_access', { name: app.name })}
        okLabel={t('oauthApps.limitAccess')}
        danger
        busy={busy}
        onOk={() => void setAccess('assigned', access).then(() => setAsked(false))}
        onCancel={() => setAsked(false)}
      >
        <p>{t('oauthApps.effect_access')}</p>
        <People state={state} />
      </ConfirmDialog>
    </SettingsCard>
  );
}

/** How many users are assigned. */
function People({ state: { access, people } }: { state: AccessState }) {
  const t = useT();
  if (people.users > 0)
    return <p>{t(people.more ? 'oauthApps.peopleOrMore' : 'oauthApps.people', { count: people.users })}</p>;
  return access === 'assigned' ? <p>{t('oauthApps.nobody')}</p> : null;
}
