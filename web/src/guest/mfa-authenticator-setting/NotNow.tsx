import { paths } from '../../base/paths.ts';
import { useGuest } from '../../guest-kit/context.tsx';

/** The way on for those who need not have a second factor. */
export function NotNow() {
  const { t } = useGuest();
  return (
    <div className="g-links">
      <a href={`${paths.skipMfa}${location.search}`}>{t('device.notNow')}</a>
    </div>
  );
}
