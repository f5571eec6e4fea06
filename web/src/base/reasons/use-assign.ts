import { useQueryClient } from '@tanstack/react-query';
import { personName } from '#contract/display.ts';
import type { setUserPermissions } from '#contract/licences/permissions.ts';
import type { listPermissionChanges } from '#contract/licences/permitted.ts';
import type { LicenseReasons } from '#contract/licences/reasons.ts';
import { isStale } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { useLanguage, useT } from '../../i18n/use-t.tsx';
import type { AlertContent } from '../../ui/page/AlertArea.tsx';
import { renewPermissions } from '../renewal.ts';
import { useAct } from '../use-act.ts';
import { type Holder, reasonsQuery } from './query.ts';

/** A license in use gets new revisions all the time: those that leave this user alone are no reason to refuse. */
const TRIES = 3;

/**
 * Assigns a license to a user, or removes it, as long as nobody else has done either since it was `seen`: then nothing
 * is changed, and who did it is said.
 */
export function useAssign(
  holder: Holder,
  say: (alert: AlertContent | undefined) => void,
): { busy: boolean; assign: (permitted: boolean, seen: LicenseReasons) => Promise<void> } {
  const t = useT();
  const language = useLanguage();
  const queryClient = useQueryClient();
  const { busy, run } = useAct(say);
  const { tenantId, id } = holder;
  const pattern = 'powerUser';

  /** As it is kept, or from the server where that is out of date. */
  const read = async ({ licenseId }: LicenseReasons) => {
    const all = await queryClient.fetchQuery(reasonsQuery(holder));
    return all.find((one) => one.licenseId === licenseId);
  };
  const readAnew = async (seen: LicenseReasons) => {
    await queryClient.invalidateQueries({ queryKey: reasonsQuery(holder).queryKey });
    return read(seen);
  };
  const save = (permitted: boolean, { serviceClass, licenseId, revision }: LicenseReasons) =>
    call<typeof setUserPermissions>({
      method: 'POST',
      path: '/api/service/tenants/{tenantId}/availableServices/{serviceClass}/licenses/{licenseId}/userPermissions',
      params: { tenantId, serviceClass, licenseId },
      body: { permissions: [{ userId: id, permitted }], expectedRevision: revision },
      pattern,
    });
  /** Throws what the server refuses, and a stale revision where this user's assignment is another one by now. */
  const saveUnlessChanged = async (permitted: boolean, seen: LicenseReasons) => {
    for (let [now, tries] = [seen, 1]; ; tries += 1) {
      try {
        return await save(permitted, now);
      } catch (error) {
        const next = isStale(error) && tries < TRIES ? await readAnew(seen) : undefined;
        if (next?.ground !== seen.ground) throw error;
        now = next;
      }
    }
  };
  const sayWho = async ({ licenseId, serviceName: license, revision: since }: LicenseReasons) => {
    const { results } = await call<typeof listPermissionChanges>({
      method: 'GET',
      path: '/api/service/tenants/{tenantId}/licenses/{licenseId}/permissionChanges',
      params: { tenantId, licenseId },
      query: { since },
      pattern,
    });
    const operator = results.find(
      ({ isRule, permitted, taken }) => isRule || permitted.includes(id) || taken.includes(id),
    )?.operator;
    const who = operator ? personName(operator, language) || operator.userId : t('reasons.another');
    say({ kind: 'failure', text: t('reasons.meanwhile', { who, license }) });
  };

  const assign = async (permitted: boolean, seen: LicenseReasons, isUndo = false): Promise<void> => {
    let stale = false;
    const done = await run(
      () => saveUnlessChanged(permitted, seen),
      (error) => {
        stale = isStale(error);
        return stale;
      },
    );
    await renewPermissions(queryClient, tenantId, 'user');
    if (stale) await run(() => sayWho(seen));
    if (!done) return;
    const now = await read(seen).catch(() => undefined);
    const action = now && { label: t('common.undo'), onClick: () => void assign(!permitted, now, true) };
    const text = t(permitted ? 'reasons.assigned' : 'reasons.removed', { license: seen.serviceName });
    say({ kind: 'success', text, ...(isUndo || !action ? {} : { action }) });
  };
  return { busy, assign };
}
