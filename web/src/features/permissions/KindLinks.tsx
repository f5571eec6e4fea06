import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { paths } from '../../base/paths.ts';
import { useMe } from '../../base/session-queries.ts';
import { useT } from '../../i18n/use-t.tsx';
import classes from './permissions.module.css';
import { volumeTypesQuery } from './queries.ts';
import type { VolumeType } from './types.ts';

const screens = { user: paths.userPermissions, device: paths.devicePermissions } as const;

/** From the users to the devices and back, where the tenant has licences for both. */
export function KindLinks({ type, contractId }: { type: VolumeType; contractId: string | undefined }) {
  const t = useT();
  const { data = [] } = useQuery(volumeTypesQuery(useMe().tenantId));
  const kinds = (['user', 'device'] as const).filter((kind) => kind === type || data.includes(kind));
  if (kinds.length < 2) return null;
  return (
    <nav className={classes.kinds} aria-label={t('permissions.kinds')}>
      {kinds.map((kind) => (
        <Link
          key={kind}
          to={screens[kind]}
          search={contractId ? { contractId } : {}}
          aria-current={kind === type ? 'page' : undefined}
        >
          {t(`permissions.kind_${kind}`)}
        </Link>
      ))}
    </nav>
  );
}
