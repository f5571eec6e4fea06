import { Button } from '@mantine/core';
import { useT } from '../i18n/use-t.tsx';
import classes from './ListTable.module.css';
import { nothingChosen, type ListSelection, type ListTableProps } from './list-types.ts';

type SelectionBarProps<Row> = ListTableProps<Row> & {
  selection: ListSelection;
  onSelection: (selection: ListSelection) => void;
  pageIds: readonly string[];
};

/** "N chosen", what can be done with them, and the offer to choose all that match. */
export function SelectionBar<Row>({
  selection,
  onSelection,
  selectionActions,
  totalResults = 0,
  pageIds,
  plain,
}: SelectionBarProps<Row>) {
  const t = useT();
  const chosen = selection.all ? totalResults : selection.ids.size;
  const wholePage = pageIds.length > 0 && pageIds.every((id) => selection.ids.has(id));
  return (
    <div role="status">
      {chosen > 0 ? (
        <div className={classes.selection}>
          <strong>{t(selection.all ? 'ui.allChosen' : 'ui.chosen', { count: chosen })}</strong>
          {!plain && !selection.all && wholePage && totalResults > chosen ? (
            <Button size="compact-sm" variant="subtle" onClick={() => onSelection({ all: true, ids: new Set() })}>
              {t('ui.chooseAll', { count: totalResults })}
            </Button>
          ) : null}
          <Button size="compact-sm" variant="subtle" onClick={() => onSelection(nothingChosen)}>
            {t('ui.chooseNone')}
          </Button>
          <div className={classes.selectionActions}>{selectionActions}</div>
        </div>
      ) : null}
    </div>
  );
}
