import { Switch } from '@mantine/core';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Switch.layer.css';
import { useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import type { setUserPermissions } from '#contract/licences/permissions.ts';
import type { LicenseReasons } from '#contract/licences/reasons.ts';
import { call } from '../../api/call.ts';
import { useT } from '../../i18n/use-t.tsx';
import type { AlertContent } from '../../ui/page/AlertArea.tsx';
import { renewPermissions } from '../renewal.ts';
import { useMe } from '../session-queries.ts';
import { useAct } from '../use-act.ts';
import type { Holder } from './query.ts';
import { switchState } from './switch-state.ts';
import classes from './reasons.module.css';

type Props = {
  holder: Holder;
  license: LicenseReasons;
  say: (alert: AlertContent | undefined) => void;
  /** The id of the line that says how things are. */
  describedBy: string;
};

/** Assigns a license to a user, or removes it, at once; with Undo. Why it cannot be done is said beneath. */
export function LicenseSwitch({ holder: { tenantId, id }, license, say, describedBy }: Props) {
  const t = useT();
  const queryClient = useQueryClient();
  const { busy, run } = useAct(say);
  const mayChange = useMe().permissions.includes('licenses:write');
  const { isOn, blockedBy } = switchState(license);
  const { serviceClass, licenseId, serviceName } = license;
  const set = async (permitted: boolean, isUndo = false): Promise<void> => {
    const path =
      '/api/service/tenants/{tenantId}/availableServices/{serviceClass}/licenses/{licenseId}/userPermissions';
    const params = { tenantId, serviceClass, licenseId };
    const body = { permissions: [{ userId: id, permitted }] };
    const done = await run(() =>
      call<typeof setUserPermissions>({ method: 'POST', path, params, body, pattern: 'powerUser' }),
    );
    await renewPermissions(queryClient, tenantId, 'user');
    if (!done) return;
    const action = { label: t('common.undo'), onClick: () => void set(!permitted, true) };
    const text = t(permitted ? 'reasons.assigned' : 'reasons.removed', { license: serviceName });
    say({ kind: 'success', text, ...(isUndo ? {} : { action }) });
  };
  // A rule and an end are what the line says already.
  const note = blockedBy === 'seats' || blockedBy === 'role' ? blockedBy : undefined;
  const noteId = useId();
  return (
    <div className={classes.switch}>
      <Switch
        checked={isOn}
        disabled={busy || !mayChange || blockedBy !== undefined}
        aria-label={t('reasons.assign', { license: serviceName })}
        aria-describedby={note ? `${describedBy} ${noteId}` : describedBy}
        withThumbIndicator={false}
        onChange={({ currentTarget }) => void set(currentTarget.checked)}
      />
      {note ? (
        <small id={noteId} className={classes.note}>
          {t(`reasons.blocked_${note}`)}
        </small>
      ) : null}
    </div>
  );
}
