import { Link } from '@tanstack/react-router';
import { dash } from '#contract/display.ts';
import type { AnswerOf } from '#contract/route.ts';
import type { License } from '#contract/licences/fields.ts';
import type { listOwnContracts } from '#contract/licences/licenses.ts';
import { paths } from '../../base/paths.ts';
import type { TextKey, Translate } from '../../i18n/keys.ts';
import { DateTimeText } from '../../ui/text/DateTimeText.tsx';
import type { ListColumn } from '../../ui/list/list-types.ts';
import { StatusBadge, type Tone } from '../../ui/text/StatusBadge.tsx';
import classes from './licenses.module.css';
import { OverUsedBadge } from './OverUsedBadge.tsx';
import { availableTo, tones, Use } from './parts.tsx';

export type OwnContract = AnswerOf<typeof listOwnContracts>['results'][number];

/** The columns of the list of licences. */
export function licenseColumns(t: Translate, language: string, timeZone: string): ListColumn<License>[] {
  return [
    {
      id: 'serviceName',
      header: t('licenses.service'),
      isName: true,
      sortable: true,
      cell: ({ serviceName, licenseId }) => (
        <span className={classes.name}>
          <Link to="/portal/licenses/$licenseId" params={{ licenseId }}>
            {serviceName}
          </Link>
          <small>{licenseId}</small>
        </span>
      ),
    },
    {
      id: 'status',
      isStatus: true,
      header: t('common.status'),
      cell: (license) => (
        <span className={classes.badges}>
          <StatusBadge tone={tones[license.status]}>{t(`common.licenseStatus.${license.status}`)}</StatusBadge>
          <OverUsedBadge license={license} />
        </span>
      ),
    },
    { id: 'use', header: t('licenses.use'), cell: (license) => <Use license={license} /> },
    {
      id: 'volumeType',
      priority: 1,
      header: t('licenses.for'),
      cell: ({ volumeType }) => t(`licenses.for_${volumeType}`),
    },
    {
      id: 'availableTo',
      priority: 3,
      header: t('licenses.availableTo'),
      cell: (license) => availableTo(t, language, license),
    },
    {
      id: 'expiresAt',
      header: t('licenses.until'),
      sortable: true,
      cell: ({ expiresAt }) =>
        expiresAt ? <DateTimeText value={expiresAt} timeZone={timeZone} dateOnly /> : t('licenses.noEnd'),
    },
    {
      id: 'contractId',
      priority: 2,
      header: t('licenses.contract'),
      cell: ({ contractId, contractSystemExtension }) => (
        <span className={classes.name}>
          {contractSystemExtension.ratePlanName}
          <small>{contractId}</small>
        </span>
      ),
    },
  ];
}

function contractState({ startsAt, endsAt }: OwnContract, now: Date): { tone: Tone; key: TextKey } {
  if (endsAt && Date.parse(endsAt) <= now.getTime()) return { tone: 'neutral', key: 'licenses.contract_ended' };
  const began = Date.parse(startsAt) <= now.getTime();
  return began
    ? { tone: 'good', key: 'licenses.contract_running' }
    : { tone: 'neutral', key: 'licenses.contract_coming' };
}

/** The columns of the list of contracts. */
export function contractColumns(t: Translate, timeZone: string, now: Date): ListColumn<OwnContract>[] {
  const date = (value: string | null) => <DateTimeText value={value} timeZone={timeZone} dateOnly />;
  const regions = ['na', 'eu', 'jp', 'kr', 'la', 'as'] as const;
  return [
    {
      id: 'ratePlanName',
      header: t('licenses.ratePlan'),
      isName: true,
      cell: ({ ratePlanName, contractId }) => (
        <span className={classes.name}>
          {ratePlanName}
          <small>{contractId}</small>
        </span>
      ),
    },
    {
      id: 'state',
      isStatus: true,
      header: t('common.status'),
      cell: (contract) => {
        const { tone, key } = contractState(contract, now);
        return <StatusBadge tone={tone}>{t(key)}</StatusBadge>;
      },
    },
    {
      id: 'region',
      priority: 3,
      header: t('tenant.region'),
      cell: ({ subscriptionRegionalId: id }) => {
        const region = regions.find((one) => one === id);
        return region ? t(`common.region.${region}`) : id || dash;
      },
    },
    { id: 'startsAt', priority: 2, header: t('licenses.from'), cell: ({ startsAt }) => date(startsAt) },
    {
      id: 'endsAt',
      header: t('licenses.until'),
      cell: ({ endsAt }) => (endsAt ? date(endsAt) : t('licenses.noEnd')),
    },
    {
      id: 'licenses',
      priority: 1,
      header: t('ui.tenant.license-list'),
      cell: ({ contractId, licenseCount }) =>
        licenseCount === 0 ? (
          t('common.none')
        ) : (
          <Link to={paths.tenant('license-list')} search={{ contractId }}>
            {t('licenses.count', { count: licenseCount })}
          </Link>
        ),
    },
  ];
}
