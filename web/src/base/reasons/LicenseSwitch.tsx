import { Switch } from '@mantine/core';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Switch.layer.css';
import { useId } from 'react';
import type { LicenseReasons } from '#contract/licences/reasons.ts';
import { useT } from '../../i18n/use-t.tsx';
import type { AlertContent } from '../../ui/page/AlertArea.tsx';
import { useMe } from '../session-queries.ts';
import type { Holder } from './query.ts';
import { switchState } from './switch-state.ts';
import { useAssign } from './use-assign.ts';
import classes from './reasons.module.css';

type Props = {
  holder: Holder;
  license: LicenseReasons;
  say: (alert: AlertContent | undefined) => void;
  /** The id of the line that says how things are. */
  describedBy: string;
};

/** Assigns a license to a user, or removes it, at once; with Undo. Why it cannot be done is said beneath. */
export function LicenseSwitch({ holder, license, say, describedBy }: Props) {
  const t = useT();
  const { busy, assign } = useAssign(holder, say);
  const mayChange = useMe().permissions.includes('licenses:write');
  const { isOn, blockedBy } = switchState(license);
  // A rule and an end are what the line says already.
  const note = blockedBy === 'seats' || blockedBy === 'role' ? blockedBy : undefined;
  const noteId = useId();
  return (
    <div className={classes.switch}>
      <Switch
        checked={isOn}
        disabled={busy || !mayChange || blockedBy !== undefined}
        aria-label={t('reasons.assign', { license: license.serviceName })}
        aria-describedby={note ? `${describedBy} ${noteId}` : describedBy}
        withThumbIndicator={false}
        onChange={({ currentTarget }) => void assign(currentTarget.checked, license)}
      />
      {note ? (
        <small id={noteId} className={classes.note}>
          {t(`reasons.blocked_${note}`)}
        </small>
      ) : null}
    </div>
  );
}
