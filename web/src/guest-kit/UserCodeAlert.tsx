import { Alert } from './Alert.tsx';
import { useGuest } from './context.tsx';

/** How a device authorization went that began before the sign-in (spec section 8, "Device authorization"). */
export function UserCodeAlert({ outcome }: { outcome: string | null }) {
  const { t } = useGuest();
  if (outcome === 'success') return <Alert kind="success">{t('guest.completeUserCodeVerification')}</Alert>;
  if (outcome !== 'failure') return null;
  return (
    <Alert kind="failure">
      <p className="g-line">{t('guest.invalidParamsUserCode')}</p>
      <p className="g-line">{t('guest.republishUserCode')}</p>
    </Alert>
  );
}
