import { Button } from '@mantine/core';
import { useId } from 'react';
import { useT } from '../../i18n/use-t.tsx';
import { focusHead, useFocusOfConflict } from '../../ui/page/lost-focus.ts';
import classes from './conflict.module.css';

export type ConflictBoxProps = {
  /** Whether Undo met it: `mine` is then the value that it would put back. */
  isUndo?: boolean;
  /** Fields that another person saved meanwhile, in words; `mine` where the form changes the same. */
  differences: readonly { name: string; theirs: string; mine: string | undefined }[];
  /** Goes on with theirs, and with the other changes of the form. */
  onTakeTheirs: () => void;
  /** Goes on with the values of the form, over theirs. */
  onKeepMine: () => void;
};

/** Another person saved the same thing since this page was opened: their changes, and with what to go on. */
export function ConflictBox({ isUndo = false, differences, onTakeTheirs, onKeepMine }: ConflictBoxProps) {
  const t = useT();
  const id = useId();
  const place = useFocusOfConflict();
  const goOn = (act: () => void) => () => {
    // This goes away.
    if (place.current) focusHead(place.current);
    act();
  };
  const same = differences.some(({ mine }) => mine !== undefined);
  return (
    <section ref={place} className={classes.conflict} role="alert" aria-labelledby={id} tabIndex={-1}>
      <h2 id={id}>{t('ui.conflict.title')}</h2>
      <ul>
        {differences.map(({ name, theirs, mine }) => (
          <li key={name}>
            {t('ui.conflict.theirs', { name, value: theirs })}
            {mine === undefined ? null : (
              <strong className={classes.own}>
                {t(isUndo ? 'ui.conflict.before' : 'ui.conflict.mine', { value: mine })}
              </strong>
            )}
          </li>
        ))}
      </ul>
      <p>{t(same ? 'ui.conflict.same' : 'ui.conflict.other')}</p>
      <div className={classes.buttons}>
        <Button onClick={goOn(onTakeTheirs)}>{t(same ? 'ui.conflict.takeTheirs' : 'ui.conflict.takeOver')}</Button>
        {same ? (
          <Button variant="default" onClick={goOn(onKeepMine)}>
            {t(isUndo ? 'ui.conflict.putBack' : 'ui.conflict.keepMine')}
          </Button>
        ) : null}
      </div>
    </section>
  );
}
