import { Button } from '@mantine/core';
import { useId, useState } from 'react';
import { isUnlimitedVolume } from '#contract/display.ts';
import { BULK_FILTER_LIMIT } from '#contract/limits.ts';
import { useT } from '../../i18n/use-t.tsx';
import { useSaveKeys } from '../../ui/form/use-save-keys.ts';
import { AllDialog } from './AllDialog.tsx';
import { ChangeList } from './ChangeList.tsx';
import { type EditingStore, useEdited } from './editing-store.ts';
import { MeanwhileDialog, Told } from './Meanwhile.tsx';
import { isChanged, isFull, missingSeats, nothingPending, unseenCount, usedAfter } from './pending.ts';
import classes from './permissions.module.css';
import { RuleDialog } from './RuleDialog.tsx';
import type { PermissionSearch } from './search.ts';
import type { ItemPage, License, VolumeType } from './types.ts';
import type { EditingActs } from './use-editing.ts';

type Props = {
  type: VolumeType;
  acts: EditingActs;
  /** What is searched now. */
  search: PermissionSearch;
  /** How many it finds; undefined: too many to tick at once. */
  total: number | undefined;
  page: ItemPage | undefined;
};

/** What stands above the table while a licence is edited: what is pending, all at once, Cancel and Save. */
export function EditBar({ type, acts, search, total, page }: Props) {
  const t = useT();
  const [asked, ask] = useState<boolean>();
  const [ruling, setRuling] = useState(false);
  const { editing, busy } = acts;
  const license = useEdited(editing, (now) => now?.license);
  const reasonId = useId();
  if (!license) return null;
  const rule = type === 'device' ? page?.rules.find(({ licenseId }) => licenseId === license.licenseId) : undefined;
  const items = page?.items ?? [];
  return (
    <section className={classes.editBar} aria-label={t('permissions.editing', { app: license.serviceName })}>
      <Words type={type} license={license} acts={acts} reasonId={reasonId} />
      <Told editing={editing} items={items} />
      <div className={classes.editActs}>
        {rule ? <RuleButton editing={editing} busy={busy} onClick={() => setRuling(true)} /> : null}
        <Button variant="default" disabled={busy || !total} onClick={() => ask(true)}>
          {t('permissions.checkAll', { count: total ?? 0 })}
        </Button>
        <Button variant="default" disabled={busy || !total} onClick={() => ask(false)}>
          {t('permissions.uncheckAll', { count: total ?? 0 })}
        </Button>
        <Button variant="default" disabled={busy} onClick={acts.cancel}>
          {t('common.cancel')}
        </Button>
        <SaveButton acts={acts} license={license} reasonId={reasonId} />
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
          pending={editing.get()?.pending ?? nothingPending}
          onCancel={() => ask(undefined)}
          onRule={(counted) => {
            acts.setAll(asked, counted);
            ask(undefined);
          }}
          onFound={(found) => {
            acts.setFound(asked, found);
            ask(undefined);
          }}
        />
      )}
    </section>
  );
}

type WordsProps = { type: VolumeType; license: License; acts: EditingActs; reasonId: string };

/** What is edited, what of it is pending, and the seats: all of the bar that a tick draws again. */
function Words({ type, license, acts, reasonId }: WordsProps) {
  const t = useT();
  const { editing } = acts;
  const pending = useEdited(editing, (now) => now?.pending) ?? nothingPending;
  const { serviceName: app, usedVolume, volume } = license;
  const left = volume - usedAfter(pending, usedVolume);
  const unseen = unseenCount(pending);
  const missing = missingSeats(pending, license);
  return (
    <div className={classes.editWords}>
      <strong>{t('permissions.editing', { app })}</strong>
      {isChanged(pending) ? (
        <ChangeList type={type} editing={editing} pending={pending} onRemove={acts.remove} />
      ) : (
        <span>{t('permissions.noChanges')}</span>
      )}
      <span role="status" className={classes.editSeats}>
        {isUnlimitedVolume(volume) || missing > 0 || left < 0 ? null : (
          <span>{t('permissions.left', { count: left })}</span>
        )}
        {unseen > 0 ? <span>{t('permissions.unseen', { count: unseen })}</span> : null}
        {missing > 0 ? (
          <span id={reasonId} data-over>
            {t('permissions.missing', { count: missing })}
          </span>
        ) : null}
        {isFull(pending) ? <span data-over>{t('permissions.full', { count: BULK_FILTER_LIMIT })}</span> : null}
      </span>
    </div>
  );
}

const useIsChanged = (editing: EditingStore) =>
  useEdited(editing, (now) => now !== undefined && isChanged(now.pending));

/** Where seats are missing it cannot be pressed, and says why. */
function SaveButton({ acts, license, reasonId }: Omit<WordsProps, 'type'>) {
  const t = useT();
  const changed = useIsChanged(acts.editing);
  const isShort = useEdited(acts.editing, (now) => now !== undefined && missingSeats(now.pending, license) > 0);
  const save = () => void acts.save();
  useSaveKeys(changed && !isShort && !acts.busy ? save : undefined);
  return (
    <Button
      loading={acts.busy}
      disabled={!changed || isShort}
      aria-describedby={isShort ? reasonId : undefined}
      onClick={save}
    >
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
