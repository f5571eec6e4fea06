import { Link } from '@tanstack/react-router';
import type { LicenseReasons } from '#contract/licences/reasons.ts';
import { useT } from '../../i18n/use-t.tsx';
import { paths } from '../paths.ts';
import { addressOfDevice, addressOfUser } from '../thing-address.ts';
import type { Holder } from './query.ts';
import classes from './reasons.module.css';

type Props = { holder: Holder; license: LicenseReasons; isOwnPage: boolean };

/** The one change that would turn the answer round, with the way to where it is made. */
export function Remedy({ holder, license, isOwnPage }: Props) {
  const t = useT();
  const { remedy } = license;
  return (
    <p className={classes.remedy}>
      <span>{t(remedy ? `reasons.remedy_${remedy}` : 'reasons.remedySeveral')}</span>
      <Way holder={holder} license={license} isOwnPage={isOwnPage} />
    </p>
  );
}

/** Whatever only the provider or time can change leads nowhere. */
function Way({ holder: { type, id }, license: { remedy, contractId, licenseId }, isOwnPage }: Props) {
  const t = useT();
  // There it is switched, or done by the acts above.
  if (isOwnPage && type === 'user' && remedy !== 'freeSeat' && remedy !== 'giveRole') return null;
  if (remedy === 'permit' || remedy === 'withdraw')
    return type === 'user' ? (
      <Link to={paths.userPermissions} search={{ contractId, userId: id }}>
        {t('reasons.toPermissions')}
      </Link>
    ) : (
      <Link to={paths.devicePermissions} search={{ contractId, deviceId: id }}>
        {t('reasons.toPermissions')}
      </Link>
    );
  if (remedy === 'freeSeat')
    return (
      <Link to="/portal/licenses/$licenseId" params={{ licenseId }}>
        {t('reasons.toSeats')}
      </Link>
    );
  if (remedy === 'giveRole' && type === 'device')
    return (
      <Link to="/portal/devices/$deviceId" params={{ deviceId: addressOfDevice(id) }}>
        {t('reasons.toRoles')}
      </Link>
    );
  // Also to invite anew, which is done there.
  if (remedy === 'giveRole' || remedy === 'activateUser' || remedy === 'unlock' || remedy === 'register')
    return (
      <Link
        to="/portal/users/$userId"
        params={{ userId: addressOfUser(id) }}
        search={remedy === 'giveRole' ? { tab: 'roles' } : {}}
      >
        {t(remedy === 'giveRole' ? 'reasons.toRoles' : 'reasons.toUser')}
      </Link>
    );
  return null;
}
