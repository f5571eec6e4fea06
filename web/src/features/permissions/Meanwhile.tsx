import { formatDateTime, personName } from '#contract/display.ts';
import { timeZoneOf, useMe } from '../../base/session-queries.ts';
import { useLanguage, useT } from '../../i18n/use-t.tsx';
import { ModalDialog } from '../../ui/dialog/ModalDialog.tsx';
import { type Editing, type EditingStore, useEdited } from './editing-store.ts';
import classes from './permissions.module.css';
import { type Item, nameOf, type PermissionChange } from './types.ts';
import type { EditingActs } from './use-editing.ts';

/** Savings told one by one. */
const TOLD = 3;
const NAMED = 5;

type Props = { editing: EditingStore; items: readonly Item[] };

/** Beside what is pending, as long as it is edited. */
export function Told({ editing, items }: Props) {
  const isTold = useEdited(editing, (now) => now !== undefined && now.told.length > 0);
  return isTold ? (
    <div className={classes.told} role="status">
      <Meanwhile editing={editing} items={items} />
    </div>
  ) : null;
}

function Meanwhile({ editing, items }: Props) {
  const now = useEdited(editing, (all) => all);
  return now ? <Savings editing={now} items={items} /> : null;
}

/** What somebody else saved of the licence that is edited: who, how many, which of them are seen here or changed here too. */
function Savings({ editing: { license, pending, told }, items }: { editing: Editing; items: readonly Item[] }) {
  const t = useT();
  const list = new Intl.ListFormat(useLanguage(), { type: 'conjunction' });
  const touched = new Set(told.flatMap(({ permitted, taken }) => [...permitted, ...taken]));
  const name = new Map(items.map((item) => [item.id, nameOf(item)]));
  const named = (ids: readonly string[]) => {
    const more = ids.length - NAMED;
    const names = ids.slice(0, NAMED).map((id) => name.get(id) ?? id);
    return list.format(more > 0 ? [...names, t('permissions.others.more', { count: more })] : names);
  };
  const seen = items.filter(({ id }) => touched.has(id)).map(({ id }) => id);
  const mine = [...pending.changed.keys()].filter((id) => touched.has(id));
  const older = told.length - TOLD;
  return (
    <div className={classes.effect}>
      {told.slice(0, TOLD).map((change) => (
        <p key={`${change.at} ${change.operator?.userId}`}>
          <Change change={change} app={license.serviceName} />
        </p>
      ))}
      {older > 0 ? <p>{t('permissions.others.older', { count: older })}</p> : null}
      {seen.length > 0 ? <p>{t('permissions.others.seen', { names: named(seen) })}</p> : null}
      {mine.length > 0 ? <p data-over>{t('permissions.others.mine', { names: named(mine) })}</p> : null}
    </div>
  );
}

function Change({ change: { at, operator, isRule, count }, app }: { change: PermissionChange; app: string }) {
  const t = useT();
  const language = useLanguage();
  const time = formatDateTime(new Date(at), language, timeZoneOf(useMe()));
  const who = operator ? personName(operator, language) || operator.userId : t('permissions.others.somebody');
  return isRule
    ? t('permissions.others.rule', { who, app, time })
    : t('permissions.others.changed', { who, app, time, count });
}

/** Save was pressed, and somebody else had saved before: to go on is a choice. */
export function MeanwhileDialog({ items, acts, app }: Pick<Props, 'items'> & { acts: EditingActs; app: string }) {
  const t = useT();
  const { editing } = acts;
  const asked = useEdited(editing, (now) => now?.asked ?? false);
  return (
    <ModalDialog
      opened={asked}
      title={t('permissions.others.title', { app })}
      okLabel={t('permissions.others.save')}
      cancelLabel={t('permissions.others.back')}
      busy={acts.busy}
      onCancel={acts.unask}
      onOk={() => void acts.save()}
    >
      <p>{t('permissions.others.notSaved')}</p>
      <Meanwhile editing={editing} items={items} />
    </ModalDialog>
  );
}
