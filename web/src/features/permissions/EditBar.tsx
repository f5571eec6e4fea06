import { Button } from '@mantine/core';
import { useState } from 'react';
import { isUnlimitedVolume } from '#contract/display.ts';
import { BULK_FILTER_LIMIT } from '#contract/limits.ts';
import { useT } from '../../i18n/use-t.tsx';
import { AllDialog } from './AllDialog.tsx';
import { type EditingStore, useEdited } from './editing-store.ts';
import { MeanwhileDialog, Told } from './Meanwhile.tsx';
import { changeCount, isChanged, isFull, nothingPending, unseenCount, usedAfter } from './pending.ts';
import classes from './permissions.module.css';
import { Seats } from './Seats.tsx';
import { RuleDialog } from './RuleDialog.tsx';
import type { ItemPage, License, VolumeType } from './types.ts';
import type { EditingActs } from './use-editing.ts';

type Props = {
  type: VolumeType;
  acts: EditingActs;
  total: number;
  page: ItemPage | undefined;
};

/** What stands above the table while a licence is edited: what is pending, all at once, Cancel and Save. */
export function EditBar({ type, acts, total, page }: Props) {
  const t = useT();
  const [asked, ask] = useState<boolean>();
  const [ruling, setRuling] = useState(false);
  const { editing, busy } = acts;
  const license = useEdited(editing, (now) => now?.license);
  const search = useEdited(editing, (now) => now?.search);
  if (!license || !search) return null;
  const rule = type === 'device' ? page?.rules.find(({ licenseId }) => licenseId === license.licenseId) : undefined;
  const items = page?.items ?? [];
  return (
    <section className={classes.editBar} aria-label={t('permissions.editing', { app: license.serviceName })}>
      <Words license={license} editing={editing} />
      <Told editing={editing} items={items} />
      <div className={classes.editActs}>
        {rule ? <RuleButton editing={editing} busy={busy} onClick={() => setRuling(true)} /> : null}
        <Button variant="default" disabled={busy} onClick={() => ask(true)}>
          {t('permissions.checkAll', { count: total })}
        </Button>
        <Button variant="default" disabled={busy} onClick={() => ask(false)}>
          {t('permissions.uncheckAll', { count: total })}
        </Button>
        <Button variant="default" disabled={busy} onClick={acts.cancel}>
          {t('common.cancel')}
        </Button>
        <SaveButton acts={acts} />
      </div>
      <MeanwhileDialog items={items} acts={acts} app={license.serviceName} />
      {ruling && rule ? (
        <RuleDialog
          license={license}
          rule={rule}
          busy={busy}
          onSave={(types, keep) => void acts.saveRule(types, keep).then(() => setRuling(false))}
          onCancel={() => setRuling(false)}
        />
      ) : null}
      {asked === undefined ? null : (
        <AllDialog
          type={type}
          license={license}
          permitted={asked}
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

/** What is edited, and what of it is pending: all of the bar that a tick draws again. */
function Words({ license, editing }: { license: License; editing: EditingStore }) {
  const t = useT();
  const pending = useEdited(editing, (now) => now?.pending) ?? nothingPending;
  const { serviceName: app, usedVolume, volume } = license;
  const used = usedAfter(pending, usedVolume);
  const unseen = unseenCount(pending);
  // Not said of what may be so already.
  const missing = unseen > 0 || isUnlimitedVolume(volume) ? 0 : Math.max(0, used - volume);
  return (
    <div className={classes.editWords} role="status">
      <strong>{t('permissions.editing', { app })}</strong>
      <span>
        {isChanged(pending) ? t('permissions.changes', { count: changeCount(pending) }) : t('permissions.noChanges')}
      </span>
      <Seats used={used} volume={volume} />
      {unseen > 0 ? <span>{t('permissions.unseen', { count: unseen })}</span> : null}
      {missing > 0 ? <span data-over>{t('permissions.missing', { count: missing })}</span> : null}
      {isFull(pending) ? <span data-over>{t('permissions.full', { count: BULK_FILTER_LIMIT })}</span> : null}
    </div>
  );
}

const useIsChanged = (editing: EditingStore) =>
  useEdited(editing, (now) => now !== undefined && isChanged(now.pending));

function SaveButton({ acts }: { acts: EditingActs }) {
  const t = useT();
  return (
    <Button loading={acts.busy} disabled={!useIsChanged(acts.editing)} onClick={() => void acts.save()}>
      {t('common.save')}
    </Button>
  );
}

/** A rule for some types is saved at once, so nothing else may be pending. */
function RuleButton({ editing, busy, onClick }: { editing: EditingStore; busy: boolean; onClick: () => void }) {
  const t = useT();
  const changed = useIsChanged(editing);
  return (
    <Button
      variant="default"
      disabled={busy || changed}
      title={changed ? t('permissions.rule.first') : undefined}
      onClick={onClick}
    >
      {t('permissions.rule.choose')}
    </Button>
  );
}
