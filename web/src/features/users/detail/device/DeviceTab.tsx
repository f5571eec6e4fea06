import { useQuery } from '@tanstack/react-query';
import type { User } from '#contract/people/users-fields.ts';
import { Loaded } from '../../../../base/Loaded.tsx';
import { useT } from '../../../../i18n/use-t.tsx';
import type { AlertContent } from '../../../../ui/page/AlertArea.tsx';
import { deviceLoginQuery } from '../../queries.ts';
import { AccountsCard } from './AccountsCard.tsx';
import { PinCard } from './PinCard.tsx';

type Props = { user: User; mayChange: boolean; say: (alert: AlertContent | undefined) => void };

/** How a user signs in at devices: PIN, cards and entries of address books. */
export function DeviceTab({ user, mayChange, say }: Props) {
  const t = useT();
  const query = useQuery(deviceLoginQuery(user.tenantId, user.userId));
  return (
    <Loaded query={query} height={320} failedTitle={t('users.device.failedTitle')}>
      {(known) => (
        <>
          <PinCard user={user} known={known} mayChange={mayChange} say={say} />
          <AccountsCard user={user} known={known} mayChange={mayChange} say={say} />
        </>
      )}
    </Loaded>
  );
}
