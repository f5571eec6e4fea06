import { settingSections } from '#contract/logs/setting-sections.ts';
import type { LogKind } from '#contract/logs/logs-fields.ts';
import type { Translate } from '../../../i18n/keys.ts';
import { loginTypeName } from '../../../base/sign-ins/device-name.ts';
import { reasonName } from '../login-view.tsx';
import { operationName, statusName } from '../operation-view.tsx';
import { targetName } from '../../../base/history/target-name.ts';

type Condition = Partial<Record<string, string | boolean>>;

/** What is asked of rows, one line for each thing; none: all rows of the period. */
export function conditionWords(t: Translate, kind: LogKind, given: Condition): string[] {
  const condition = given as Partial<Record<string, string>>;
  const words: [name: string, value: string | undefined][] = [
    [t('common.search'), condition.keyword],
    [t(kind === 'login' ? 'common.userId' : 'logs.operator'), condition.userId ?? condition.operatorUserId],
    [t('logs.result'), statusWords(t, kind, condition.status)],
    [t('logs.reason'), condition.reason && reasonName(t, condition.reason)],
    [t('logs.how'), condition.loginType && loginTypeName(t, condition.loginType)],
    [t('logs.operation'), condition.operation && operationName(t, condition.operation)],
    [t('logs.target'), condition.targetType && targetName(t, condition.targetType)],
    [t('logs.setting'), condition.setting && settingName(t, condition.setting)],
    [t('logs.address'), condition.address],
    [t('common.requestId'), condition.requestId],
  ];
  return words.flatMap(([name, value]) => (value ? [t('transfer.conditionLine', { name, value })] : []));
}

function settingName(t: Translate, setting: string): string {
  const known = settingSections.find((one) => one === setting);
  return known ? t(`ui.tenant.${known}`) : t('history.otherField');
}

function statusWords(t: Translate, kind: LogKind, status: string | undefined): string | undefined {
  if (status === undefined) return undefined;
  if (kind !== 'login' || (status !== 'success' && status !== 'error')) return statusName(t, status);
  return t(`account.history.status_${status}`);
}
