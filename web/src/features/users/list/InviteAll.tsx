import { useEffect } from 'react';
import type { BulkProps } from './use-bulk-call.ts';
import { useMailing } from './use-mailing.tsx';

type Props = BulkProps & {
  /** Selects those it is for: who thinks better of it sees them. */
  onBegin: () => void;
  onClose: () => void;
};

/** The invitation of all that the list shows, asked for on the way to it. */
export function InviteAll({ onBegin, onClose, ...props }: Props) {
  const { ask, dialog } = useMailing({ ...props, onClose });
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the list is there
  useEffect(() => {
    onBegin();
    ask('registration');
  }, []);
  return dialog;
}
