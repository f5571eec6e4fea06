import { Radio, Skeleton } from '@mantine/core';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Radio.layer.css';
import '@mantine/core/styles/Skeleton.layer.css';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { isUnlimitedVolume } from '#contract/display.ts';
import type { License } from '#contract/licences/fields.ts';
import type { setUserPermissions } from '#contract/licences/permissions.ts';
import type { PreviewedAssignment } from '#contract/licences/permitted.ts';
import { call } from '../../../api/call.ts';
import { failureText, requestIdOf } from '../../../base/failure.ts';
import { renewPermissions } from '../../../base/renewal.ts';
import { roleNames } from '../../../base/role-names.ts';
import { useMe } from '../../../base/session-queries.ts';
import type { Translate } from '../../../i18n/keys.ts';
import { useLanguage, useT } from '../../../i18n/use-t.tsx';
import { ModalDialog } from '../../../ui/dialog/ModalDialog.tsx';
import { AlertArea, type AlertContent } from '../../../ui/page/AlertArea.tsx';
import { ErrorState } from '../../../ui/page/ErrorState.tsx';
import { affectedBy, wanted } from '../bulk.ts';
import classes from './assign.module.css';
import { assignableQuery, previewQuery } from './assign-queries.ts';
import { outcomeAlert } from './outcome.tsx';
import { type BulkProps, useBulkCall } from './use-bulk-call.ts';

/** Assigns a license to the users selected, once it is seen what that does to its seats. */
export default function AssignDialog({ target, say, onDone, onClose }: BulkProps & { onClose: () => void }) {
  const t = useT();
  const { tenantId } = useMe();
  const [alert, setAlert] = useState<AlertContent>();
  const [chosen, choose] = useState<string>();
  const { busy, send } = useBulkCall(setAlert);
  const undo = useUndo(say);
  const licenses = useQuery(assignableQuery(tenantId));
  const [only, second] = licenses.data ?? [];
  const license = licenses.data?.find(({ licenseId }) => licenseId === chosen) ?? (second ? undefined : only);
  const preview = useQuery(previewQuery(tenantId, license, target));
  const assign = async () => {
    if (!license) return;
    const outcome = await send({ action: 'assignLicense', licenseId: license.licenseId, ...wanted(target) });
    if (!outcome) return;
    onClose();
    onDone(outcome.job?.bulkId);
    if (outcome.job) return;
    const { changedUserIds: gained = [], changed } = outcome;
    const back = gained.length > 0 && {
      action: { label: t('common.undo'), onClick: () => void undo(license, gained) },
    };
    const done = t('users.assign.done', { count: changed, license: license.serviceName });
    say({ ...outcomeAlert(t, done, outcome), ...back });
  };
  return (
    <ModalDialog
      opened
      title={t('users.assign.title', { count: affectedBy(target) })}
      okLabel={t('users.assign.ok')}
      okDisabled={!license || !preview.data || hindrance(preview.data) !== undefined}
      busy={busy}
      width={560}
      onOk={() => void assign()}
      onCancel={onClose}
    >
      <AlertArea alert={alert} />
      {licenses.isError ? (
        <ErrorState
          title={t('users.assign.failed')}
          requestId={requestIdOf(licenses.error)}
          onRetry={() => void licenses.refetch()}
        >
          {failureText(t, licenses.error)}
        </ErrorState>
      ) : licenses.data?.length === 0 ? (
        <p>{t('users.assign.none')}</p>
      ) : (
        <Radio.Group
          label={t('users.assign.license')}
          value={license?.licenseId ?? ''}
          onChange={choose}
          className={classes.licenses}
        >
          {licenses.data ? (
            licenses.data.map((one, at) => <LicenseChoice key={one.licenseId} license={one} first={at === 0} />)
          ) : (
            <Skeleton height={96} radius="sm" />
          )}
        </Radio.Group>
      )}
      <div role="status" className={classes.effect}>
        {license && preview.data ? <Effect license={license} preview={preview.data} /> : null}
        {preview.isError ? <p>{failureText(t, preview.error)}</p> : null}
      </div>
    </ModalDialog>
  );
}

function LicenseChoice({ license, first }: { license: License; first: boolean }) {
  const t = useT();
  return (
    <Radio
      value={license.licenseId}
      label={license.serviceName}
      description={seatsLeft(t, useLanguage(), license)}
      {...(first && { 'data-autofocus': true })}
    />
  );
}

/** "13 of 500 seats left". */
function seatsLeft(t: Translate, language: string, { usedVolume, volume }: License): string {
  if (isUnlimitedVolume(volume)) return t('users.assign.unlimited');
  const total = new Intl.NumberFormat(language).format(volume);
  if (usedVolume > volume) return t('users.assign.over', { count: usedVolume - volume, total });
  return t('users.assign.left', { count: volume - usedVolume, total });
}

/** Why nothing can be assigned; nothing where it can. */
function hindrance({ gaining, used, volume }: PreviewedAssignment): 'nobody' | 'seats' | undefined {
  if (gaining === 0) return 'nobody';
  return used + gaining > volume ? 'seats' : undefined;
}

/** What it would do, in numbers, before anything is written. */
function Effect({ license, preview }: { license: License; preview: PreviewedAssignment }) {
  const t = useT();
  const language = useLanguage();
  const number = new Intl.NumberFormat(language);
  const { gaining, permitted, refused, refusedUserIds, used, volume } = preview;
  const why = hindrance(preview);
  const after = { license: license.serviceName, used: number.format(used + gaining), volume: number.format(volume) };
  const more = refused - refusedUserIds.length;
  const names = new Intl.ListFormat(language, { type: 'conjunction' }).format([
    ...refusedUserIds,
    ...(more > 0 ? [t('users.assign.more', { count: more })] : []),
  ]);
  return (
    <>
      {why === 'seats' ? (
        <>
          <p className={classes.over}>{t('users.assign.seatsOver', { ...after, count: used + gaining - volume })}</p>
          <p>{t('users.assign.seatsHelp')}</p>
        </>
      ) : (
        <p>{t(gaining > 0 ? 'users.assign.gaining' : 'users.assign.nobody', { count: gaining })}</p>
      )}
      {why === undefined && !isUnlimitedVolume(volume) ? <p>{t('users.assign.seatsAfter', after)}</p> : null}
      {permitted > 0 ? <p>{t('users.assign.have', { count: permitted })}</p> : null}
      {refused > 0 ? (
        <p>
          {t('users.assign.refused', { count: refused, roles: roleNames(t, language, license.availableRoles ?? []) })}{' '}
          <span className={classes.names}>{names}</span>
        </p>
      ) : null}
    </>
  );
}

/** Removes the license from those who got it. */
function useUndo(say: BulkProps['say']) {
  const t = useT();
  const { tenantId } = useMe();
  const queryClient = useQueryClient();
  const { run } = useBulkCall(say);
  return async ({ serviceClass, licenseId, serviceName }: License, userIds: readonly string[]) => {
    const path =
      '/api/service/tenants/{tenantId}/availableServices/{serviceClass}/licenses/{licenseId}/userPermissions';
    const params = { tenantId, serviceClass, licenseId };
    const body = { permissions: userIds.map((userId) => ({ userId, permitted: false })) };
    const done = await run(() =>
      call<typeof setUserPermissions>({ method: 'POST', path, params, body, pattern: 'powerUser' }),
    );
    await renewPermissions(queryClient, tenantId, 'user');
    if (done) say({ kind: 'success', text: t('users.assign.undone', { count: userIds.length, license: serviceName }) });
  };
}
