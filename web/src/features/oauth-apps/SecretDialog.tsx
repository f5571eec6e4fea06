import { useT } from '../../i18n/use-t.tsx';
import { ShownOnceDialog } from '../../ui/dialog/ShownOnceDialog.tsx';
import { ReadOnlyTextBox } from '../../ui/form/ReadOnlyTextBox.tsx';
import classes from './oauth-apps.module.css';
import { Endpoints } from './Endpoints.tsx';
import type { App } from './queries.ts';

type Props = {
  title: string;
  app: App;
  /** Null: a public app, which has none. */
  clientSecret: string | null;
  /** What becomes of the secret before. */
  note?: string;
  onClose: () => void;
};

/** What an app needs to connect; the secret is not shown again. */
export function SecretDialog({ title, app, clientSecret, note, onClose }: Props) {
  const t = useT();
  return (
    <ShownOnceDialog title={title} okLabel={t('oauthApps.noted')} width={600} onClose={onClose}>
      <p>{t(clientSecret === null ? 'oauthApps.noSecretWhy' : 'oauthApps.secretWhy')}</p>
      {note ? <p>{note}</p> : null}
      <div className={classes.boxes}>
        <ReadOnlyTextBox label={t('oauthApps.clientId')} value={app.clientId} />
        {clientSecret === null ? null : <ReadOnlyTextBox label={t('logs.field_clientSecret')} value={clientSecret} />}
      </div>
      <Endpoints app={app} />
    </ShownOnceDialog>
  );
}
