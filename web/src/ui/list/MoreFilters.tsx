import { Button } from '@mantine/core';
import IconAdjustmentsHorizontal from '@tabler/icons-react/dist/esm/icons/IconAdjustmentsHorizontal.mjs';
import { type ReactNode, useId, useState } from 'react';
import classes from './MoreFilters.module.css';

type Props = {
  /** How many of the filters are set. */
  count: number;
  /** Of the button, which says how many are set. */
  label: string;
  /** The filters; drawn once they are wanted. */
  children: ReactNode;
};

/** The filters of a list that stand behind "more": open where one of them is set. */
export function MoreFilters({ count, label, children }: Props) {
  const id = useId();
  const [opened, setOpened] = useState(count > 0);
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconAdjustmentsHorizontal size={16} aria-hidden="true" />}
        aria-expanded={opened}
        aria-controls={id}
        onClick={() => setOpened(!opened)}
      >
        {label}
      </Button>
      <div id={id} className={classes.filters} hidden={!opened}>
        {opened ? children : null}
      </div>
    </>
  );
}
