import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { operationStatuses } from '#contract/logs/log-statuses.ts';
import type { LogKind } from '#contract/logs/logs-fields.ts';
import { MAX_KEYWORD_LENGTH, MAX_SEARCH_USER_ID_LENGTH } from '#contract/limits.ts';
import { settingSections } from '#contract/logs/setting-sections.ts';
import { useMe } from '../../base/session-queries.ts';
import { loginTypeName } from '../../base/sign-ins/device-name.ts';
import type { Translate } from '../../i18n/keys.ts';
import { useT } from '../../i18n/use-t.tsx';
import { DebouncedText } from '../../ui/list/DebouncedText.tsx';
import { Dropdown } from '../../ui/form/Dropdown.tsx';
import type { Period } from '../../ui/list/period.ts';
import { PeriodFilter } from '../../ui/list/PeriodFilter.tsx';
import { MoreFilters } from '../../ui/list/MoreFilters.tsx';
import { SearchBox } from '../../ui/list/SearchBox.tsx';
import { countFilters, loginStatuses, type LogSearch, operations, type SearchChange } from './log-search.ts';
import type { LogView } from './log-view.ts';
import { reasonName } from './login-view.tsx';
import { operationName, statusName } from './operation-view.tsx';
import { choicesQuery } from './queries.ts';
import { targetName } from '../../base/history/target-name.ts';

type Props = {
  view: Pick<LogView<LogKind>, 'kind' | 'filters'>;
  search: LogSearch;
  timeZone: string;
  onChange: (change: SearchChange) => void;
};

/** The period and the keyword, and behind "more" a box for each field. */
export function Filters({ view, search, timeZone, onChange }: Props) {
  const t = useT();
  const count = countFilters(search);
  const { period: periodType = 'days7', from, to } = search;
  const period = useMemo<Period>(
    () => ({ periodType, ...(from && { fromDatetime: from }), ...(to && { toDatetime: to }) }),
    [periodType, from, to],
  );
  return (
    <>
      <SearchBox
        label={t(view.kind === 'login' ? 'logs.searchLogins' : 'logs.searchOperations')}
        value={search.keyword ?? ''}
        maxLength={MAX_KEYWORD_LENGTH}
        onSearch={(keyword) => onChange({ keyword })}
      />
      <PeriodFilter
        label={t('logs.period')}
        value={period}
        timeZone={timeZone}
        onChange={({ periodType: type, fromDatetime, toDatetime }) =>
          onChange({ period: type, from: fromDatetime, to: toDatetime })
        }
      />
      <MoreFilters count={count} label={count > 0 ? t('logs.moreSet', { count }) : t('logs.more')}>
        <Fields view={view} search={search} onChange={onChange} />
      </MoreFilters>
    </>
  );
}

/** The choices of a field; one that is set but was never seen in the log stands among them too. */
function choicesOf(
  t: Translate,
  values: readonly string[],
  value: string | undefined,
  name: (value: string) => string,
): { value: string; label: string }[] {
  const all = value === undefined || values.includes(value) ? values : [...values, value];
  return [{ value: '', label: t('logs.any') }, ...all.map((one) => ({ value: one, label: name(one) }))];
}

function Fields({ view, search, onChange }: Omit<Props, 'timeZone'>) {
  const t = useT();
  const { data } = useQuery(choicesQuery(useMe().tenantId));
  const isLogin = view.kind === 'login';
  const text = (field: 'user' | 'address' | 'request', label: string, maxLength: number) => (
    <DebouncedText
      label={label}
      value={search[field] ?? ''}
      maxLength={maxLength}
      onSearch={(value) => onChange({ [field]: value })}
    />
  );
  const choice = (
    field: 'status' | 'reason' | 'type' | 'operation' | 'target' | 'setting',
    label: string,
    values: readonly string[],
    name: (value: string) => string,
  ) => (
    <Dropdown
      label={label}
      value={search[field] ?? ''}
      choices={choicesOf(t, values, search[field], name)}
      onChange={(value) => onChange({ [field]: value })}
    />
  );
  return (
    <>
      {text('user', t(isLogin ? 'common.userId' : 'logs.operator'), MAX_SEARCH_USER_ID_LENGTH)}
      {text('address', t('logs.address'), 45)}
      {isLogin
        ? choice('status', t('logs.result'), loginStatuses, (value) =>
            t(`account.history.status_${value as (typeof loginStatuses)[number]}`),
          )
        : choice('status', t('common.status'), operationStatuses, (value) => statusName(t, value))}
      {isLogin ? null : choice('operation', t('logs.operation'), operations, (value) => operationName(t, value))}
      {isLogin ? choice('reason', t('logs.reason'), data?.reasons ?? [], (value) => reasonName(t, value)) : null}
      {isLogin
        ? choice('type', t('logs.how'), data?.loginTypes ?? [], (value) => loginTypeName(t, value))
        : choice('target', t('logs.target'), data?.targetTypes ?? [], (value) => targetName(t, value))}
      {isLogin
        ? null
        : choice('setting', t('logs.setting'), settingSections, (value) =>
            t(`ui.tenant.${value as (typeof settingSections)[number]}`),
          )}
      {text('request', t('common.requestId'), 64)}
    </>
  );
}
