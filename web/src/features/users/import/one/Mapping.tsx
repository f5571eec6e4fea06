import { Button, Radio } from '@mantine/core';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Radio.layer.css';
import { useId, useState } from 'react';
import type { UserImport } from '#contract/people/user-imports.ts';
import { type EmptyCells, emptyCells } from '#contract/people/user-imports-fields.ts';
import { LearnMore } from '../../../../base/guides/LearnMore.tsx';
import { useT } from '../../../../i18n/use-t.tsx';
import { AlertMessage } from '../../../../ui/page/AlertArea.tsx';
import { SettingsCard } from '../../../../ui/form/SettingsCard.tsx';
import classes from '../../users.module.css';
import parts from '../../../../ui/form/parts.module.css';
import { Columns } from './Columns.tsx';
import { addressColumn, mappingMistake, mappingOf } from './mapping-draft.ts';
import type { ImportActs } from './use-import-acts.ts';

type Props = { shown: UserImport; acts: ImportActs; onBack?: (() => void) | undefined };

/** Which column of a directory's file becomes which field. What was chosen last time stands there. */
export function Mapping({ shown, acts, onBack }: Props) {
  const t = useT();
  const name = useId();
  const [draft, setDraft] = useState<Readonly<Record<string, string>>>(shown.mapping);
  const [empty, setEmpty] = useState<EmptyCells>(shown.emptyCells);
  const mistake = mappingMistake(draft);
  const makesIds = addressColumn(draft);
  return (
    <>
      <SettingsCard
        title={t('transfer.mapping')}
        why={
          <>
            {t('transfer.mappingWhy')} <LearnMore guide="directory-files" about={t('transfer.mapping')} />
          </>
        }
      >
        {makesIds === undefined ? null : (
          <div className={classes.notice}>
            <AlertMessage alert={{ kind: 'info', text: t('transfer.idsMade', { column: makesIds }) }} />
          </div>
        )}
        <Columns shown={shown} draft={draft} onChange={setDraft} />
      </SettingsCard>
      <SettingsCard title={t('transfer.emptyCells')} why={t('transfer.emptyCellsWhy')}>
        <fieldset className={classes.several}>
          <legend>{t('transfer.emptyCellsLegend')}</legend>
          {[...emptyCells].reverse().map((one) => (
            <Radio
              key={one}
              name={name}
              label={t(`transfer.emptyCells_${one}`)}
              description={t(`transfer.emptyCellsWhy_${one}`)}
              checked={empty === one}
              onChange={() => setEmpty(one)}
            />
          ))}
        </fieldset>
        <p className={classes.reason} role="alert">
          {mistake ? t(`transfer.mapping_${mistake}`) : null}
        </p>
        <div className={parts.buttons}>
          <Button
            loading={acts.busy}
            disabled={mistake !== undefined}
            onClick={() => void acts.map({ mapping: mappingOf(draft), emptyCells: empty })}
          >
            {t('transfer.check')}
          </Button>
          {onBack ? (
            <Button variant="default" disabled={acts.busy} onClick={onBack}>
              {t('common.back')}
            </Button>
          ) : (
            <Button variant="default" disabled={acts.busy} onClick={() => void acts.cancel()}>
              {t('transfer.giveUp')}
            </Button>
          )}
        </div>
      </SettingsCard>
    </>
  );
}
