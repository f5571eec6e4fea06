import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { formatDate } from '#contract/display.ts';
import type { License } from '#contract/licences/fields.ts';
import { paths } from '../../../base/paths.ts';
import { timeZoneOf, useMe } from '../../../base/session-queries.ts';
import { useLanguage, useT } from '../../../i18n/use-t.tsx';
import { DetailHeader } from '../../../ui/page/DetailHeader.tsx';
import { StatusBadge } from '../../../ui/text/StatusBadge.tsx';
import { OverUsedBadge } from '../OverUsedBadge.tsx';
import { availableTo, tones, Use } from '../parts.tsx';
import classes from '../licenses.module.css';

/** Which licence it is, its state, and its facts. */
export function LicenseHead({ license }: { license: License }) {
  const t = useT();
  const language = useLanguage();
  const timeZone = timeZoneOf(useMe());
  const { serviceName, licenseId, contractId, status, startsAt, expiresAt, volumeType } = license;
  const { ratePlanName } = license.contractSystemExtension;
  const date = (moment: string) => formatDate(new Date(moment), language, timeZone);
  const until = expiresAt ? date(expiresAt) : t('licenses.noEnd');
  const to = volumeType === 'user' ? paths.userPermissions : paths.devicePermissions;
  const facts: [string, React.ReactNode][] = [
    [t('licenses.seatsUsed'), <Use key="use" license={license} />],
    [t('licenses.plan'), ratePlanName],
    [t('licenses.dates'), t('licenses.dates_value', { from: date(startsAt), until })],
    [t('licenses.availableTo'), availableTo(t, language, license)],
  ];
  return (
    <>
      <DetailHeader
        name={serviceName}
        id={{ label: t('licenses.id'), value: licenseId }}
        status={
          <>
            <StatusBadge tone={tones[status]}>{t(`common.licenseStatus.${status}`)}</StatusBadge>
            <OverUsedBadge license={license} />
          </>
        }
        actions={
          status === 'activated' ? (
            <Button variant="default" renderRoot={(props) => <Link to={to} search={{ contractId }} {...props} />}>
              {t(`licenses.toPermissions_${volumeType}`)}
            </Button>
          ) : null
        }
      />
      <dl className={classes.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
