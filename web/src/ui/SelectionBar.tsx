import { Button } from '@mantine/core';
import { useT } from '../i18n/use-t.tsx';
import { isClosed } from './list-selection.ts';
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
  totalIsEstimate = false,
  loading = false,
  pageIds,
  plain = false,
}: SelectionBarProps<Row>) {
  const t = useT();
  const chosen = selection.all ? totalResults : selection.ids.size;
  const allChosen = totalIsEstimate ? 'ui.allChosenAbout' : 'ui.allChosen';
  const wholePage = pageIds.length > 0 && pageIds.every((id) => selection.ids.has(id));
  return (
    <div role="status">
      {chosen > 0 ? (
        <div className={classes.selection}>
          <strong>{t(selection.all ? allChosen : 'ui.chosen', { count: chosen })}</strong>
          {!plain && !selection.all && wholePage && totalResults > chosen ? (
            <Button size="compact-sm" variant="subtle" onClick={() => onSelection({ all: true, ids: new Set() })}>
              {t(totalIsEstimate ? 'ui.chooseAllAbout' : 'ui.chooseAll', { count: totalResults })}
            </Button>
          ) : null}
          <Button size="compact-sm" variant="subtle" onClick={() => onSelection(nothingChosen)}>
            {t('ui.chooseNone')}
          </Button>
          <fieldset className={classes.selectionActions} disabled={isClosed({ loading, plain })}>
            {selectionActions}
          </fieldset>
        </div>
      ) : null}
    </div>
  );
}
