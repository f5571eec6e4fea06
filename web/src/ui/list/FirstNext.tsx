import { Button } from '@mantine/core';
import classes from './FirstNext.module.css';

type Props = {
  words: { first: string; next: string };
  /** Undefined: it leads nowhere now. */
  onFirst: (() => void) | undefined;
  onNext: (() => void) | undefined;
};

/** For lists that nobody counts: back to the beginning, and on. Nothing where all of it is shown. */
export function FirstNext({ words, onFirst, onNext }: Props) {
  if (!onFirst && !onNext) return null;
  return (
    <div className={classes.pager}>
      <Button variant="default" disabled={!onFirst} onClick={onFirst}>
        {words.first}
      </Button>
      <Button variant="default" disabled={!onNext} onClick={onNext}>
        {words.next}
      </Button>
    </div>
  );
}
