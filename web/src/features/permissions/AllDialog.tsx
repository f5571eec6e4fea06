import { useQuery } from '@tanstack/react-query';
import { isUnlimitedVolume } from '#contract/display.ts';
import type { CountedPermissions } from '#contract/licences/permitted.ts';
import { failureText } from '../../base/failure.ts';
import { useMe } from '../../base/session-queries.ts';
import { useLanguage, useT } from '../../i18n/use-t.tsx';
import { ModalDialog } from '../../ui/dialog/ModalDialog.tsx';
import classes from './permissions.module.css';
import { countQuery } from './queries.ts';
import { isSearching, type PermissionSearch } from './search.ts';
import type { License, VolumeType } from './types.ts';

type Props = {
  type: VolumeType;
  license: License;
  permitted: boolean;
  search: PermissionSearch;
  onConfirm: (counted: CountedPermissions) => void;
  onCancel: () => void;
};

/** Asks before every item that matches is ticked or unticked, with what the server counted (spec section 4). */
export function AllDialog({ type, license, permitted, search, onConfirm, onCancel }: Props) {
  const t = useT();
  const { tenantId } = useMe();
  const { data, error } = useQuery(countQuery(tenantId, type, license.licenseId, search));
  const app = license.serviceName;
  const way = permitted ? 'permit' : 'take';
  return (
    <ModalDialog
      opened
      title={t(`permissions.all.${way}Title`, { app })}
      okLabel={t(`permissions.all.${way}Now`)}
      okDisabled={!data}
      danger={!permitted}
      onCancel={onCancel}
      onOk={() => data && onConfirm(data)}
    >
      <div className={classes.effect} aria-live="polite">
        {error ? <p>{failureText(t, error)}</p> : data ? null : <p>{t('common.loading')}</p>}
        {data ? <Effect {...{ type, license, permitted, data }} /> : null}
        {isSearching(type, search) ? null : <p>{t(`permissions.all.${way}Rule_${type}`)}</p>}
        <p>{t('permissions.all.notYet')}</p>
      </div>
    </ModalDialog>
  );
}

function Effect({
  type,
  license,
  permitted,
  data,
}: Pick<Props, 'type' | 'license' | 'permitted'> & { data: CountedPermissions }) {
  const t = useT();
  const number = new Intl.NumberFormat(useLanguage());
  const { volume, usedVolume } = license;
  const used = usedVolume - data.permitted + (permitted ? data.allowed : 0);
  const left = data.matching - data.allowed;
  return (
    <>
      <p>
        {permitted
          ? t(`permissions.all.permit_${type}`, { count: data.allowed - data.permitted })
          : t(`permissions.all.take_${type}`, { count: data.permitted })}
      </p>
      {permitted && left > 0 ? <p>{t(`permissions.all.left_${type}`, { count: left })}</p> : null}
      {permitted && !isUnlimitedVolume(volume) && used > volume ? (
        <p data-over>{t('permissions.all.over', { used: number.format(used), volume: number.format(volume) })}</p>
      ) : null}
    </>
  );
}
