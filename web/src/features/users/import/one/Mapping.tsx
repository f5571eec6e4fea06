import { Button, NativeSelect, Radio } from '@mantine/core';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Radio.layer.css';
import IconChevronDown from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { UserImport } from '#contract/authentication/user-imports.ts';
import { becomesOf, type EmptyCells, emptyCells } from '#contract/authentication/user-imports-fields.ts';
import { useMe } from '../../../../app/session-queries.ts';
import { useT } from '../../../../i18n/use-t.tsx';
import { AlertMessage } from '../../../../ui/AlertArea.tsx';
import { SettingsCard } from '../../../../ui/SettingsCard.tsx';
import { tenantSettingsQuery } from '../../../../app/tenant-settings.ts';
import classes from '../../users.module.css';
import { columnWords } from '../words.ts';
import { addressColumn, isTwice, mappingMistake, mappingOf, offeredFields } from './mapping-draft.ts';
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
      <SettingsCard title={t('transfer.mapping')} why={t('transfer.mappingWhy')}>
        {makesIds === undefined ? null : (
          <div className={classes.notice}>
            <AlertMessage alert={{ kind: 'info', text: t('transfer.idsMade', { column: makesIds }) }} />
          </div>
        )}
        <Columns columns={shown.columns} draft={draft} onChange={setDraft} />
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
        <div className={classes.buttons}>
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

type ColumnsProps = {
  columns: readonly string[];
  draft: Readonly<Record<string, string>>;
  onChange: (draft: Readonly<Record<string, string>>) => void;
};

function Columns({ columns, draft, onChange }: ColumnsProps) {
  const t = useT();
  const { tenantId } = useMe();
  const { data: tenant } = useQuery(tenantSettingsQuery(tenantId));
  const names = tenant?.userExtensionAttributeProperties;
  const choices = [
    { value: '', label: t('transfer.notImported') },
    ...offeredFields(draft, names).map((field) => ({ value: field, label: columnWords(t, field, names) })),
  ];
  return (
    <ul className={classes.mapping}>
      {columns.filter(Boolean).map((column) => (
        <li key={column}>
          <code>{column}</code>
          <NativeSelect
            aria-label={t('transfer.columnBecomes', { column })}
            data={choices}
            rightSection={<IconChevronDown size={16} aria-hidden="true" />}
            value={becomesOf(draft, column) ?? ''}
            error={isTwice(draft, column)}
            onChange={(event) => onChange({ ...draft, [column]: event.currentTarget.value })}
          />
        </li>
      ))}
    </ul>
  );
}
