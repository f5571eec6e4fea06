import { Button } from '@mantine/core';
import { useState } from 'react';
import { formatDateTime } from '#contract/display.ts';
import { parseDateTime } from '#contract/period.ts';
import { timeZoneOf, useMe } from '../../base/session-queries.ts';
import { useLanguage, useT } from '../../i18n/use-t.tsx';
import { ModalDialog } from '../../ui/dialog/ModalDialog.tsx';
import type { Period } from '../../ui/list/period.ts';
import { PeriodFilter } from '../../ui/list/PeriodFilter.tsx';
import classes from './permissions.module.css';
import type { PermissionSearch, SearchChange } from './search.ts';
import type { VolumeType } from './types.ts';

type Props = { type: VolumeType; search: PermissionSearch; onChange: (change: SearchChange) => void };

/** Year first: so the boxes of a custom period are filled in. */
const asTyped = (moment: string | undefined, timeZone: string) =>
  moment ? formatDateTime(new Date(moment), 'ja', timeZone) : '';

function periodOf({ period, from, to }: PermissionSearch, timeZone: string): Period {
  if (period !== 'custom') return { periodType: period ?? 'days35' };
  return { periodType: period, fromDatetime: asTyped(from, timeZone), toDatetime: asTyped(to, timeZone) };
}

function changeTo({ periodType, fromDatetime, toDatetime }: Period, timeZone: string): SearchChange {
  if (periodType !== 'custom') return { period: periodType, from: undefined, to: undefined };
  const [from, to] = [fromDatetime, toDatetime].map((text) => parseDateTime(text ?? '', timeZone)?.toISOString());
  return { period: periodType, from, to };
}

/** When somebody signed in last, or a device was seen last: any time, or a period chosen in its dialog (spec section 2). */
export function PeriodTool({ type, search, onChange }: Props) {
  const t = useT();
  const language = useLanguage();
  const timeZone = timeZoneOf(useMe());
  const [draft, setDraft] = useState<Period>();
  const [valid, setValid] = useState(true);
  const label = t(`permissions.period_${type}`);
  const { period, from = '', to = '' } = search;
  const moment = (text: string) => formatDateTime(new Date(text), language, timeZone);
  const shown =
    period === 'custom'
      ? t('permissions.periodFromTo', { from: moment(from), to: moment(to) })
      : t(period ? `common.period.${period}` : 'permissions.anyTime');
  const close = () => setDraft(undefined);
  return (
    <div className={classes.period}>
      <span>{label}</span>
      <Button
        variant="default"
        aria-label={`${label}: ${shown}`}
        aria-haspopup="dialog"
        onClick={() => {
          setValid(true);
          setDraft(periodOf(search, timeZone));
        }}
      >
        {shown}
      </Button>
      {period ? (
        <Button variant="subtle" onClick={() => onChange({ period: undefined, from: undefined, to: undefined })}>
          {t('permissions.anyTime')}
        </Button>
      ) : null}
      <ModalDialog
        opened={draft !== undefined}
        title={label}
        width={560}
        okDisabled={!valid}
        onCancel={close}
        onOk={() => {
          if (draft) onChange(changeTo(draft, timeZone));
          close();
        }}
      >
        {draft ? (
          <PeriodFilter label={label} value={draft} onChange={setDraft} onValid={setValid} timeZone={timeZone} />
        ) : null}
      </ModalDialog>
    </div>
  );
}
