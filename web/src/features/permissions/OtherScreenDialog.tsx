import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { paths } from '../../base/paths.ts';
import { useMe } from '../../base/session-queries.ts';
import { useT } from '../../i18n/use-t.tsx';
import { ModalDialog } from '../../ui/dialog/ModalDialog.tsx';
import { licensesQuery } from './queries.ts';
import type { License, VolumeType } from './types.ts';

type Props = {
  type: VolumeType;
  /** What was saved just now, where the screen was opened for a contract. */
  license: License | undefined;
  onClose: () => void;
};

/** After saving: the contract has activated licences of the other kind too, and its screen is offered (spec section 4). */
export function OtherScreenDialog({ type, license, onClose }: Props) {
  const t = useT();
  const navigate = useNavigate();
  const { tenantId } = useMe();
  const other = type === 'user' ? 'device' : 'user';
  const contractId = license?.contractId;
  const { data = [] } = useQuery({
    ...licensesQuery(tenantId, other, contractId),
    enabled: contractId !== undefined,
  });
  return (
    <ModalDialog
      opened={contractId !== undefined && data.length > 0}
      title={t(`permissions.offerTitle_${other}`)}
      okLabel={t(`permissions.offerGo_${other}`)}
      cancelLabel={t('permissions.offerStay')}
      onCancel={onClose}
      onOk={() => {
        const to = other === 'user' ? paths.userPermissions : paths.devicePermissions;
        void navigate({ to, search: contractId ? { contractId } : {} });
      }}
    >
      {t(`permissions.offer_${other}`, { contract: contractId ?? '' })}
    </ModalDialog>
  );
}
