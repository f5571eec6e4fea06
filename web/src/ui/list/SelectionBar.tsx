import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useT } from '../../i18n/use-t.tsx';
import { isClosed } from './list-selection.ts';
import classes from './ListTable.module.css';
import { nothingChosen, type ListSelection, type ListTableProps } from './list-types.ts';
import { whenFocusIsLost } from '../page/lost-focus.ts';

type SelectionBarProps<Row> = ListTableProps<Row> & {
  selection: ListSelection;
  onSelection: (selection: ListSelection) => void;
  pageIds: readonly string[];
};

/**
 * "N chosen", what can be done with them, and the offer to choose all that match. It is there before anything is chosen,
 * and of one height: were it to come between two clicks, the second would meet another row.
 */
export function SelectionBar<Row>(props: SelectionBarProps<Row>) {
  const { selection, selectionActions, totalResults = 0, rows, failed } = props;
  const t = useT();
  const chosen = selection.all ? totalResults : selection.ids.size;
  const bar = useFocusOfRows(chosen > 0);
  const canChoose = !failed && rows?.length !== 0;
  return (
    <div ref={bar} role="status">
      {chosen > 0 ? (
        <Chosen {...props} chosen={chosen} />
      ) : canChoose ? (
        <div className={classes.selection}>{selectionActions ? t('ui.chooseSome') : t('ui.chosen', { count: 0 })}</div>
      ) : null}
    </div>
  );
}

function Chosen<Row>({
  chosen,
  selection,
  onSelection,
  selectionActions,
  totalResults = 0,
  totalIsEstimate = false,
  loading = false,
  pageIds,
  plain = false,
}: SelectionBarProps<Row> & { chosen: number }) {
  const t = useT();
  const none = useRef<HTMLButtonElement>(null);
  const allChosen = totalIsEstimate ? 'ui.allChosenAbout' : 'ui.allChosen';
  const wholePage = pageIds.length > 0 && pageIds.every((id) => selection.ids.has(id));
  return (
    <div className={classes.selection} data-chosen>
      <strong>{t(selection.all ? allChosen : 'ui.chosen', { count: chosen })}</strong>
      {!plain && !selection.all && wholePage && totalResults > chosen ? (
        <Button
          size="compact-sm"
          variant="subtle"
          onClick={() => {
            // This offer goes away.
            none.current?.focus();
            onSelection({ all: true, ids: new Set() });
          }}
        >
          {t(totalIsEstimate ? 'ui.chooseAllAbout' : 'ui.chooseAll', { count: totalResults })}
        </Button>
      ) : null}
      <Button ref={none} size="compact-sm" variant="subtle" onClick={() => onSelection(nothingChosen)}>
        {t('ui.chooseNone')}
      </Button>
      <fieldset className={classes.selectionActions} disabled={isClosed({ loading, plain })}>
        {selectionActions}
      </fieldset>
    </div>
  );
}

/** Where the bar goes away and had the focus, the keyboard goes on in the list below: at the box of its head. */
function useFocusOfRows(shown: boolean) {
  const bar = useRef<HTMLDivElement>(null);
  const wasShown = useRef(false);
  useEffect(() => {
    const isLeft = wasShown.current && !shown;
    wasShown.current = shown;
    if (!isLeft) return;
    return whenFocusIsLost(() => {
      const list = bar.current?.nextElementSibling;
      const place =
        list?.querySelector<HTMLElement>('thead input:not(:disabled)') ?? (list as HTMLElement | null | undefined);
      place?.focus({ preventScroll: true });
    });
  }, [shown]);
  return bar;
}
