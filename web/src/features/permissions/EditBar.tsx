import { Button } from '@mantine/core';
import { useState } from 'react';
import { isUnlimitedVolume } from '#contract/display.ts';
import { BULK_FILTER_LIMIT } from '#contract/limits.ts';
import { useT } from '../../i18n/use-t.tsx';
import { AllDialog } from './AllDialog.tsx';
import { Meanwhile, MeanwhileDialog } from './Meanwhile.tsx';
import { changeCount, isChanged, isFull, usedAfter } from './pending.ts';
import classes from './permissions.module.css';
import type { PermissionSearch } from './search.ts';
import { Seats } from './Seats.tsx';
import { RuleDialog } from './RuleDialog.tsx';
import type { ItemPage, VolumeType } from './types.ts';
import type { Editing, EditingActs } from './use-editing.ts';

type Props = {
  type: VolumeType;
  editing: Editing;
  acts: EditingActs;
  total: number;
  searching: boolean;
  search: PermissionSearch;
  page: ItemPage | undefined;
};

/** What stands above the table while a licence is edited: what is pending, all at once, Cancel and Save. */
export function EditBar({ type, editing, acts, total, searching, search, page }: Props) {
  const t = useT();
  const [asked, ask] = useState<boolean>();
  const [ruling, setRuling] = useState(false);
  const { license, pending } = editing;
  const { serviceName: app, volume } = license;
  const used = usedAfter(pending, license.usedVolume);
  const rule = page?.rules.find(({ licenseId }) => licenseId === license.licenseId);
  const missing = isUnlimitedVolume(volume) ? 0 : Math.max(0, used - volume);
  return (
    <section className={classes.editBar} aria-label={t('permissions.editing', { app })}>
      <div className={classes.editWords} role="status">
        <strong>{t('permissions.editing', { app })}</strong>
        <span>
          {isChanged(pending) ? t('permissions.changes', { count: changeCount(pending) }) : t('permissions.noChanges')}
        </span>
        <Seats used={used} volume={volume} />
        {missing > 0 ? <span data-over>{t('permissions.missing', { count: missing })}</span> : null}
        {isFull(pending) ? <span data-over>{t('permissions.full', { count: BULK_FILTER_LIMIT })}</span> : null}
      </div>
      {editing.told.length > 0 ? (
        <div className={classes.told} role="status">
          <Meanwhile editing={editing} items={page?.items ?? []} />
        </div>
      ) : null}
      <div className={classes.editActs}>
        {type === 'device' && rule ? (
          <Button
            variant="default"
            disabled={acts.busy || isChanged(pending)}
            title={isChanged(pending) ? t('permissions.rule.first') : undefined}
            onClick={() => setRuling(true)}
          >
            {t('permissions.rule.choose')}
          </Button>
        ) : null}
        <Button variant="default" disabled={acts.busy} onClick={() => ask(true)}>
          {t('permissions.checkAll', { count: total })}
        </Button>
        <Button variant="default" disabled={acts.busy} onClick={() => ask(false)}>
          {t('permissions.uncheckAll', { count: total })}
        </Button>
        <Button variant="default" disabled={acts.busy} onClick={acts.cancel}>
          {t('common.cancel')}
        </Button>
        <Button loading={acts.busy} disabled={!isChanged(pending)} onClick={() => void acts.save()}>
          {t('common.save')}
        </Button>
      </div>
      <MeanwhileDialog editing={editing} items={page?.items ?? []} acts={acts} />
      {ruling && rule ? (
        <RuleDialog
          license={license}
          rule={rule}
          busy={acts.busy}
          onSave={(types, keep) => void acts.saveRule(types, keep).then(() => setRuling(false))}
          onCancel={() => setRuling(false)}
        />
      ) : null}
      {asked === undefined ? null : (
        <AllDialog
          type={type}
          license={license}
          permitted={asked}
          searching={searching}
          search={search}
          onCancel={() => ask(undefined)}
          onConfirm={(counted) => {
            acts.setAll(asked, counted);
            ask(undefined);
          }}
        />
      )}
    </section>
  );
}
