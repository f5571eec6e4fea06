import { ActionIcon, Button } from '@mantine/core';
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import { useId } from 'react';
import type { LogKind } from '#contract/authentication/logs-fields.ts';
import { valueWords } from '../../app/history/words.ts';
import { useLanguage, useT } from '../../i18n/use-t.tsx';
import { DialogBox } from '../../ui/DialogBox.tsx';
import type { SearchChange } from './log-search.ts';
import type { LogView } from './log-view.ts';
import classes from './logs.module.css';
import type { Entries } from './queries.ts';

type Props<Kind extends LogKind> = {
  view: LogView<Kind>;
  /** The row; absent: closed. */
  entry: Entries[Kind] | undefined;
  timeZone: string;
  onClose: () => void;
  /** Shows the rows that have this in common. */
  onFilter: (change: SearchChange) => void;
};

/** All that is known of a row, with what was before and after; and the way to rows that have something in common. */
export function DetailDrawer<Kind extends LogKind>({ view, entry, timeZone, onClose, onFilter }: Props<Kind>) {
  const t = useT();
  const language = useLanguage();
  const titleId = useId();
  const user = entry ? view.user(entry) : '';
  return (
    <DialogBox
      opened={entry !== undefined}
      onClose={onClose}
      dismissable
      labelledBy={titleId}
      className={classes.drawer}
    >
      <div className={classes.drawerHead}>
        <h2 id={titleId}>{t('logs.details')}</h2>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={36}
          aria-label={t('common.close')}
          title={t('common.close')}
          onClick={onClose}
        >
          <IconX size={20} />
        </ActionIcon>
      </div>
      {entry ? (
        <>
          <dl className={classes.details}>
            {view.details({ t, language, timeZone }, entry).map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
          {'changes' in entry ? <Changes changes={entry.changes} /> : null}
          <div className={classes.drawerActs}>
            {user ? (
              <Button size="compact-sm" variant="default" onClick={() => onFilter({ user })}>
                {t('logs.sameUser')}
              </Button>
            ) : null}
            {entry.address ? (
              <Button
                size="compact-sm"
                variant="default"
                onClick={() => onFilter({ address: entry.address ?? undefined })}
              >
                {t('logs.sameAddress')}
              </Button>
            ) : null}
          </div>
        </>
      ) : null}
    </DialogBox>
  );
}

function Changes({ changes }: { changes: Entries['systemOperation']['changes'] }) {
  const t = useT();
  const fields = Object.entries(changes);
  if (fields.length === 0) return <p className={classes.note}>{t('logs.noChanges')}</p>;
  const words = (value: unknown) => valueWords(t, value);
  return (
    <table className={classes.changes}>
      <caption>{t('logs.changedFields')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('logs.field')}</th>
          <th scope="col">{t('logs.before')}</th>
          <th scope="col">{t('logs.after')}</th>
        </tr>
      </thead>
      <tbody>
        {fields.map(([field, { before, after }]) => (
          <tr key={field}>
            <th scope="row">{field}</th>
            {before === undefined && after === undefined ? (
              // Of a secret only that it changed is known.
              <td colSpan={2}>{t('logs.secret')}</td>
            ) : (
              <>
                <td>{words(before)}</td>
                <td>{words(after)}</td>
              </>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
