import { Button } from '@mantine/core';
import { useEffect, useId, useRef } from 'react';
import { useT } from '../i18n/use-t.tsx';
import { scrollToAlert } from '../ui/scroll-to-alert.ts';
import classes from './conflict.module.css';

export type ConflictBoxProps = {
  /** What was changed, where it is no settings. */
  title?: string;
  /** What somebody else saved meanwhile, in words; `mine` where one changed the same. */
  differences: readonly { name: string; theirs: string; mine: string | undefined }[];
  /** Goes on with theirs, and with what one changed besides. */
  onTakeTheirs: () => void;
  /** Goes on with what one changed, over theirs. */
  onKeepMine: () => void;
};

/**
 * Somebody saved the same settings since this page was opened: what they changed, and with what to go on. Its page needs
 * the texts of `tenant`.
 */
export function ConflictBox({ title, differences, onTakeTheirs, onKeepMine }: ConflictBoxProps) {
  const t = useT();
  const id = useId();
  const place = useRef<HTMLElement>(null);
  useEffect(() => {
    if (place.current) scrollToAlert(place.current);
  }, []);
  const same = differences.some(({ mine }) => mine !== undefined);
  return (
    <section ref={place} className={classes.conflict} role="alert" aria-labelledby={id}>
      <h2 id={id}>{title ?? t('tenant.conflictTitle')}</h2>
      <ul>
        {differences.map(({ name, theirs, mine }) => (
          <li key={name}>
            {t('tenant.conflictField', { name, value: theirs })}
            {mine === undefined ? null : (
              <strong className={classes.own}>{t('tenant.conflictYours', { value: mine })}</strong>
            )}
          </li>
        ))}
      </ul>
      <p>{t(same ? 'tenant.conflictSame' : 'tenant.conflictOther')}</p>
      <div className={classes.buttons}>
        <Button onClick={onTakeTheirs}>{t(same ? 'tenant.takeTheirs' : 'tenant.takeOver')}</Button>
        {same ? (
          <Button variant="default" onClick={onKeepMine}>
            {t('tenant.keepMine')}
          </Button>
        ) : null}
      </div>
    </section>
  );
}
