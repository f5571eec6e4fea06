import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { formatDate } from '#contract/display.ts';
import type { License } from '#contract/licences/fields.ts';
import { failedList } from '../../../base/failure.ts';
import { timeZoneOf, useMe } from '../../../base/session-queries.ts';
import { useLanguage, useT } from '../../../i18n/use-t.tsx';
import { AlertArea, type AlertContent } from '../../../ui/page/AlertArea.tsx';
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog.tsx';
import { ListTable } from '../../../ui/list/ListTable.tsx';
import { type ListSelection, nothingChosen } from '../../../ui/list/list-types.ts';
import classes from '../licenses.module.css';
import { holderColumns, holderId, holderName } from './holder-columns.tsx';
import { seatHoldersQuery } from './queries.ts';
import { useWithdraw } from './use-withdraw.ts';

/** That more is used than there is, and who takes the seats: whoever has not used it for longest stands first. */
export function UseTab({ license }: { license: License }) {
  const t = useT();
  const me = useMe();
  const language = useLanguage();
  const { licenseId, volumeType, status } = license;
  const query = useInfiniteQuery(seatHoldersQuery(me.tenantId, licenseId));
  const [alert, say] = useState<AlertContent>();
  const columns = useMemo(() => holderColumns(t, language, timeZoneOf(me), volumeType), [t, language, me, volumeType]);
  const rows = useMemo(() => query.data?.pages.flatMap(({ results }) => results), [query.data]);
  const mayWithdraw = me.permissions.includes('licenses:write') && status === 'activated';
  const [selection, setSelection] = useState<ListSelection>(nothingChosen);
  return (
    <>
      <OverUse license={license} />
      <AlertArea alert={alert} onClose={() => say(undefined)} />
      <h2 className={classes.heading}>{t(`licenses.holders_${volumeType}`)}</h2>
      <p className={classes.lead}>{t(`licenses.holdersWhy_${volumeType}`)}</p>
      <ListTable
        id={`seat-holders-${volumeType}`}
        plain
        caption={t(`licenses.holders_${volumeType}`)}
        columns={columns}
        rows={rows}
        rowId={holderId}
        rowName={(holder) => holderName(holder, language)}
        expectedRows={6}
        failed={failedList(t, query, t('licenses.holdersFailed'))}
        empty={{ title: t('licenses.holdersEmptyTitle'), text: t('licenses.holdersEmpty') }}
        {...(mayWithdraw && {
          selection,
          onSelection: setSelection,
          selectionActions: (
            <Withdraw license={license} ids={[...selection.ids]} say={say} onDone={() => setSelection(nothingChosen)} />
          ),
        })}
        pager={
          query.hasNextPage ? (
            <Button variant="default" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
              {t('licenses.more')}
            </Button>
          ) : null
        }
      />
    </>
  );
}

function OverUse({ license: { usedVolume, volume, overUsedSince } }: { license: License }) {
  const t = useT();
  const language = useLanguage();
  const timeZone = timeZoneOf(useMe());
  if (usedVolume <= volume) return null;
  const text = overUsedSince
    ? t('licenses.overTextSince', { date: formatDate(new Date(overUsedSince), language, timeZone) })
    : t('licenses.overText');
  return (
    <div className={classes.overUse}>
      <strong>{t('licenses.overTitle', { count: usedVolume - volume })}</strong>
      <p>{text}</p>
    </div>
  );
}

type WithdrawProps = {
  license: License;
  ids: readonly string[];
  say: (alert: AlertContent | undefined) => void;
  onDone: () => void;
};

/** Takes the licence from those chosen, once it was said how many they are. */
function Withdraw({ license, ids, say, onDone }: WithdrawProps) {
  const t = useT();
  const [asked, setAsked] = useState(false);
  const { busy, withdraw } = useWithdraw(license, say);
  const title = license.volumeType === 'user' ? 'licenses.withdrawTitle' : 'licenses.withdrawDevicesTitle';
  const ok = async () => {
    const done = await withdraw(ids);
    setAsked(false);
    if (done) onDone();
  };
  return (
    <>
      <Button size="compact-sm" color="red" variant="light" onClick={() => setAsked(true)}>
        {t('licenses.withdraw')}
      </Button>
      <ConfirmDialog
        opened={asked}
        title={t(title, { count: ids.length, service: license.serviceName })}
        okLabel={t('licenses.withdraw')}
        danger
        busy={busy}
        affected={ids.length}
        onOk={() => void ok()}
        onCancel={() => setAsked(false)}
      >
        <p>{t('licenses.withdrawText')}</p>
      </ConfirmDialog>
    </>
  );
}
