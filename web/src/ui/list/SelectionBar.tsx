import { Button } from '@mantine/core';
import IconChevronUp from '@tabler/icons-react/dist/esm/icons/IconChevronUp.mjs';
import { type MouseEvent, type ReactNode, useEffect, useRef } from 'react';
import { useT } from '../../i18n/use-t.tsx';
import { PopoverButton } from '../dialog/PopoverButton.tsx';
import { whenFocusIsLost } from '../page/lost-focus.ts';
import { isClosed } from './list-selection.ts';
import classes from './ListTable.module.css';
import { type ListSelection, type ListTableProps, nothingChosen } from './list-types.ts';
import { useNarrow } from './use-narrow.ts';

type SelectionBarProps<Row> = ListTableProps<Row> & {
  selection: ListSelection;
  onSelection: (selection: ListSelection) => void;
  pageIds: readonly string[];
};

/**
 * "N selected", what can be done with them, and the offer to select all that match. It floats at the foot of the window:
 * above the rows, it would move them between two clicks, and the second would meet another row.
 */
export function SelectionBar<Row>(props: SelectionBarProps<Row>) {
  const { selection, selectionActions, totalResults = 0 } = props;
  const t = useT();
  const chosen = selection.all ? totalResults : selection.ids.size;
  const bar = useFocusOfRows(chosen > 0);
  return (
    <div ref={bar} role="status" className={classes.bar} data-chosen={chosen > 0 || undefined}>
      {chosen > 0 ? (
        <Chosen {...props} chosen={chosen} />
      ) : selectionActions ? null : (
        <div className={classes.selection}>{t('ui.chosen', { count: 0 })}</div>
      )}
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
  const elsewhere = selection.all || plain ? 0 : chosen - pageIds.filter((id) => selection.ids.has(id)).length;
  return (
    <div className={classes.selection} data-chosen>
      <strong>{t(selection.all ? allChosen : 'ui.chosen', { count: chosen })}</strong>
      {elsewhere > 0 ? <span>{t('ui.chosenElsewhere', { count: elsewhere })}</span> : null}
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
      {selectionActions ? (
        <Acts chosen={chosen} disabled={isClosed({ loading, plain })}>
          {selectionActions}
        </Acts>
      ) : null}
    </div>
  );
}

type ActsProps = { chosen: number; disabled: boolean; children: ReactNode };

/** Side by side; in a narrow window behind one button. */
function Acts({ chosen, disabled, children }: ActsProps) {
  const t = useT();
  if (!useNarrow()) {
    return (
      <fieldset className={classes.selectionActions} disabled={disabled}>
        {children}
      </fieldset>
    );
  }
  const label = t('ui.selectionActions', { count: chosen });
  return (
    <PopoverButton
      label={label}
      className={classes.actsMenu}
      target={(properties) => (
        <Button {...properties} size="compact-sm" rightSection={<IconChevronUp size={14} aria-hidden="true" />}>
          {label}
        </Button>
      )}
    >
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: a press of a button inside is a click as well */}
      <fieldset className={classes.selectionActions} disabled={disabled} onClick={closeMenu}>
        {children}
      </fieldset>
    </PopoverButton>
  );
}

/** What was pressed is done; a menu of its own stays open beside. */
function closeMenu({ target, currentTarget }: MouseEvent<HTMLElement>): void {
  const button = (target as Element).closest<HTMLButtonElement>('button');
  const opensMenu = button?.popoverTargetElement;
  if (button && !opensMenu) currentTarget.closest<HTMLElement>('[popover]')?.hidePopover();
}

/** Where the bar goes away and had the focus, the keyboard goes on in the list above: at the box of its head. */
function useFocusOfRows(shown: boolean) {
  const bar = useRef<HTMLDivElement>(null);
  const wasShown = useRef(false);
  useEffect(() => {
    const isLeft = wasShown.current && !shown;
    wasShown.current = shown;
    if (!isLeft) return;
    return whenFocusIsLost(() => {
      const list = bar.current?.previousElementSibling;
      const place =
        list?.querySelector<HTMLElement>('thead input:not(:disabled)') ?? (list as HTMLElement | null | undefined);
      place?.focus({ preventScroll: true });
    });
  }, [shown]);
  return bar;
}
