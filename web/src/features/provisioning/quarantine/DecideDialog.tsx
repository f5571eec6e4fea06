import { useT } from '../../../i18n/use-t.tsx';
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog.tsx';
import type { Decision } from './use-decide.ts';

type Props = {
  decision: Decision;
  count: number;
  source: string;
  busy: boolean;
  onOk: () => void;
  onCancel: () => void;
};

/** What becomes of so many users, before it does. */
export function DecideDialog({ decision, count, source, busy, onOk, onCancel }: Props) {
  const t = useT();
  return (
    <ConfirmDialog
      opened
      title={t(`provisioning.ask_${decision}`, { count })}
      okLabel={t(`provisioning.${decision}`)}
      danger={decision === 'allow'}
      affected={decision === 'allow' ? count : 0}
      busy={busy}
      onOk={onOk}
      onCancel={onCancel}
    >
      <p>{t(`provisioning.effect_${decision}`, { source })}</p>
    </ConfirmDialog>
  );
}
