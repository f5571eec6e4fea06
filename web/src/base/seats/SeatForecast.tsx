import { keepPreviousData, type UseQueryOptions, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { isUnlimitedVolume } from '#contract/display.ts';
import type { SeatForecast as Forecast } from '#contract/seats.ts';
import { useLanguage, useT } from '../../i18n/use-t.tsx';
import { useMe } from '../session-queries.ts';
import classes from './seats.module.css';

// biome-ignore lint/suspicious/noExplicitAny: whatever its key is
type Query = UseQueryOptions<Forecast[], Error, Forecast[], any>;
type Props = {
  query: Query;
  /** Room is kept for it while it is asked for: what stands below would jump. */
  keepsRoom?: boolean;
};

/**
 * The seats that something not done yet would take: "Print Flow: 513 of 500 – 13 over the limit", with why. Nothing, where
 * it takes none, or for who may not see licences; a preview does not fail for want of it. What was forecast before stays
 * until the next is known.
 */
export function SeatForecast({ query, keepsRoom = false }: Props) {
  const t = useT();
  const { permissions } = useMe();
  const enabled = permissions.includes('licenses:read');
  const {
    data = [],
    isLoading,
    isPlaceholderData,
  } = useQuery({ ...query, enabled, placeholderData: keepPreviousData });
  const taking = data.filter(({ asked }) => asked > 0);
  if (isLoading && keepsRoom) return <div className={classes.room} />;
  if (taking.length === 0) return null;
  const first = [...taking].sort((one, other) => overOf(other) - overOf(one));
  return (
    <div className={classes.seats} aria-busy={isPlaceholderData || undefined}>
      <strong>{t('ui.seats.title')}</strong>
      <ul aria-label={t('ui.seats.title')}>
        {first.map((one) => (
          <li key={one.licenseId} data-over={overOf(one) > 0 || undefined}>
            <Seats {...one} />
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Seats beyond those there are; of an unlimited license none. */
const overOf = ({ used, asked, volume }: Forecast) =>
  isUnlimitedVolume(volume) ? 0 : Math.max(0, used + asked - volume);

function Seats(one: Forecast) {
  const t = useT();
  const number = new Intl.NumberFormat(useLanguage());
  const { licenseId, serviceName: app, used, asked, volume, ground } = one;
  const over = overOf(one);
  const given = { app, used: number.format(used + asked), volume: number.format(volume) };
  if (isUnlimitedVolume(volume)) return t('ui.seats.unlimited', { app, used: given.used });
  if (over === 0) return t('ui.seats.fits', given);
  const without = Math.min(over, asked);
  return (
    <>
      <span>{t('ui.seats.over', { ...given, count: over })}</span>{' '}
      <span>{ground === 'rule' ? t('ui.seats.byRule') : t('ui.seats.named', { count: without })}</span>{' '}
      <Link to="/portal/licenses/$licenseId" params={{ licenseId }}>
        {t('ui.seats.free')}
      </Link>
    </>
  );
}
