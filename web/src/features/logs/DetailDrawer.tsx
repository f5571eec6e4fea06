import { ActionIcon, Button } from '@mantine/core';
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import type { LogKind } from '#contract/logs/logs-fields.ts';
import { formatDateTime } from '#contract/display.ts';
import { useLicenseWords } from '../../base/history/license-words.ts';
import { fieldName, readBy, sideWords } from '../../base/history/words.ts';
import { useMe } from '../../base/session-queries.ts';
import { tenantSettingsQuery } from '../../base/tenant-settings.ts';
import { useLanguage, useT } from '../../i18n/use-t.tsx';
import { DialogBox } from '../../ui/dialog/DialogBox.tsx';
import { fieldWordsOf } from './field-words.ts';
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
        <h2 id={titleId}>{entry ? view.headline({ t, language, timeZone }, entry) : t('logs.details')}</h2>
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
          {'changes' in entry ? <Changes entry={entry} timeZone={timeZone} /> : null}
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

type OfChanges = { entry: Entries['systemOperation']; timeZone: string };

function Changes({ entry, timeZone }: OfChanges) {
  const t = useT();
  const language = useLanguage();
  const { data: tenant } = useQuery(tenantSettingsQuery(useMe().tenantId));
  const words = fieldWordsOf(entry.targetType, tenant?.userExtensionAttributeProperties, useLicenseWords());
  const fields = Object.entries(readBy(words, entry.changes));
  if (fields.length === 0) return <p className={classes.note}>{t('logs.noChanges')}</p>;
  const side = (field: string, value: unknown) =>
    sideWords(t, words, field, value, (moment) => formatDateTime(moment, language, timeZone), language);
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
            <th scope="row">{fieldName(t, words, field)}</th>
            {before === undefined && after === undefined ? (
              // Of a secret only that it changed is known.
              <td colSpan={2}>{t('logs.secret')}</td>
            ) : (
              <>
                <td>{side(field, before)}</td>
                <td>{side(field, after)}</td>
              </>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
