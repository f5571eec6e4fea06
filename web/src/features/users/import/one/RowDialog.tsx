import { Button } from '@mantine/core';
import { Fragment, useId } from 'react';
import type { UserImportRow } from '#contract/people/user-imports.ts';
import { useT } from '../../../../i18n/use-t.tsx';
import { DialogBox } from '../../../../ui/dialog/DialogBox.tsx';
import dialog from '../../../../ui/dialog/ModalDialog.module.css';
import { StatusBadge } from '../../../../ui/text/StatusBadge.tsx';
import type { ItemNamesOf } from '../../../../base/history/item-words.ts';
import classes from '../../users.module.css';
import { type FieldLine, isToDo, rowLines, rowState } from '../words.ts';

type Props = {
  row: UserImportRow;
  names: ItemNamesOf | undefined;
  /** Whether the import has ended. */
  ended: boolean;
  /** Whether it turns round what another one did. */
  undo: boolean;
  /** To the rows beside it on the page. */
  onPrevious: (() => void) | undefined;
  onNext: (() => void) | undefined;
  onClose: () => void;
};

/** A row opened: each field before and after, and what is wrong with it. */
export function RowDialog({ row, names, ended, undo, onPrevious, onNext, onClose }: Props) {
  const t = useT();
  const id = useId();
  const { lines, others } = rowLines(t, row, names);
  const state = rowState(t, row, ended, undo);
  return (
    <DialogBox opened onClose={onClose} dismissable labelledBy={id} className={dialog.dialog} width={680}>
      <div className={dialog.form}>
        <div className={dialog.header}>
          <h2 id={id}>{t('transfer.row', { row: row.row, userId: row.userId || t('history.nothing') })}</h2>
          <span className={classes.middle}>
            <StatusBadge tone={state.tone}>{state.text}</StatusBadge>
          </span>
        </div>
        <div className={dialog.content}>
          {row.kind === 'unchanged' ? <p>{t('transfer.rowUnchanged')}</p> : null}
          {ended && isToDo(row.kind) && !row.done ? <p>{t('transfer.rowNotDone')}</p> : null}
          {others.map((text) => (
            <p key={text} className={classes.reason}>
              {text}
            </p>
          ))}
          {lines.length > 0 ? <Changes row={row} lines={lines} /> : null}
        </div>
        <div className={dialog.buttons}>
          <Button variant="default" disabled={!onPrevious} onClick={onPrevious}>
            {t('transfer.previousRow')}
          </Button>
          <Button variant="default" disabled={!onNext} onClick={onNext}>
            {t('transfer.nextRow')}
          </Button>
          <Button onClick={onClose} data-autofocus>
            {t('common.close')}
          </Button>
        </div>
      </div>
    </DialogBox>
  );
}

function Changes({ row: { kind }, lines }: { row: UserImportRow; lines: readonly FieldLine[] }) {
  const t = useT();
  const hasBefore = kind !== 'create' && lines.some(({ before }) => before !== '');
  const hasAfter = kind !== 'delete' && lines.some(({ after }) => after !== '');
  return (
    <table className={classes.change}>
      <thead>
        <tr>
          <th scope="col">{t('transfer.field')}</th>
          {hasBefore ? <th scope="col">{t('transfer.before')}</th> : null}
          {hasAfter ? <th scope="col">{t(hasBefore ? 'transfer.after' : 'transfer.value')}</th> : null}
        </tr>
      </thead>
      <tbody>
        {lines.map(({ field, before, after, reasons }) => (
          <Fragment key={field}>
            <tr data-wrong={reasons.length > 0 || undefined}>
              <th scope="row">{field}</th>
              {hasBefore ? <td>{before}</td> : null}
              {hasAfter ? <td>{after}</td> : null}
            </tr>
            {reasons.map((text) => (
              <tr key={text}>
                <td className={classes.reason} colSpan={1 + Number(hasBefore) + Number(hasAfter)}>
                  {text}
                </td>
              </tr>
            ))}
          </Fragment>
        ))}
      </tbody>
    </table>
  );
}
