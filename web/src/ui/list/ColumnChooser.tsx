import { Button, Checkbox } from '@mantine/core';
import IconColumns3 from '@tabler/icons-react/dist/esm/icons/IconColumns3.mjs';
import { useT } from '../../i18n/use-t.tsx';
import classes from './ListTable.module.css';
import type { ListColumn } from './list-types.ts';
import { PopoverButton } from '../dialog/PopoverButton.tsx';

export type ColumnChooserProps<Row> = {
  columns: readonly ListColumn<Row>[];
  visible: Record<string, boolean>;
  onChoose: (column: string, shown: boolean) => void;
};

/** Which columns the list shows. */
export function ColumnChooser<Row>({ columns, visible, onChoose }: ColumnChooserProps<Row>) {
  const t = useT();
  const choices = columns.filter(({ isName }) => !isName);
  if (choices.length < 2) return null;
  return (
    <PopoverButton
      label={t('ui.columns')}
      target={(properties) => (
        <Button
          {...properties}
          variant="default"
          className={classes.columns}
          leftSection={<IconColumns3 size={16} aria-hidden="true" />}
        >
          {t('ui.columns')}
        </Button>
      )}
    >
      <div className={classes.columnChoices}>
        {choices.map(({ id, header }) => (
          <Checkbox
            key={id}
            label={header}
            checked={visible[id] ?? false}
            onChange={(event) => onChoose(id, event.currentTarget.checked)}
          />
        ))}
      </div>
    </PopoverButton>
  );
}
