import { Link } from '@tanstack/react-router';
import { dash } from '#contract/display.ts';
import type { AnswerOf } from '#contract/route.ts';
import type { License } from '#contract/service-management/fields.ts';
import type { listOwnContracts } from '#contract/service-management/licenses.ts';
import { UNLIMITED_VOLUME } from '#contract/limits.ts';
import { paths } from '../../app/paths.ts';
import { roleNames } from '../../app/role-names.ts';
import type { TextKey, Translate } from '../../i18n/keys.ts';
import { DateTimeText } from '../../ui/DateTimeText.tsx';
import type { ListColumn } from '../../ui/list-types.ts';
import { Share } from '../../ui/Share.tsx';
import { StatusBadge, type Tone } from '../../ui/StatusBadge.tsx';
import { Volume } from '../../ui/Volume.tsx';
import classes from './licenses.module.css';

export type OwnContract = AnswerOf<typeof listOwnContracts>['results'][number];

const tones: Record<License['status'], Tone> = { activated: 'good', suspended: 'warning', expired: 'neutral' };

/** The part from which on few seats are left. */
const NEARLY_FULL = 0.9;

function toneOf({ usedVolume, volume }: License): Tone {
  if (usedVolume > volume) return 'bad';
  return usedVolume >= NEARLY_FULL * volume ? 'warning' : 'good';
}

/** What is used, of how much; over-use is said in words. */
function Use({ license, t, language }: { license: License; t: Translate; language: string }) {
  const { usedVolume, volume } = license;
  const over = usedVolume - volume;
  return (
    <span className={classes.use}>
      <span className={classes.figures}>
        {new Intl.NumberFormat(language).format(usedVolume)} / <Volume volume={volume} />
      </span>
      {volume < UNLIMITED_VOLUME ? (
        <Share share={volume === 0 ? (over > 0 ? 1 : 0) : usedVolume / volume} tone={toneOf(license)} />
      ) : null}
      {over > 0 ? <small>{t('licenses.over', { count: over })}</small> : null}
    </span>
  );
}

function availableTo(t: Translate, language: string, license: License): string {
  const { volumeType, availableDeviceTypes, availableRoles } = license;
  const list = new Intl.ListFormat(language, { type: 'unit', style: 'short' });
  const roles = availableRoles && t('licenses.ofRoles', { roles: roleNames(t, language, availableRoles) });
  const types = volumeType === 'device' ? availableDeviceTypes && list.format(availableDeviceTypes) : null;
  const both = [types, roles].filter((words) => words !== null);
  return both.length > 0 ? list.format(both) : t(`licenses.all_${volumeType}`);
}

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
          {serviceName}
          <small>{licenseId}</small>
        </span>
      ),
    },
    {
      id: 'status',
      header: t('common.status'),
      cell: ({ status }) => <StatusBadge tone={tones[status]}>{t(`common.licenseStatus.${status}`)}</StatusBadge>,
    },
    { id: 'use', header: t('licenses.use'), cell: (license) => <Use license={license} t={t} language={language} /> },
    { id: 'volumeType', header: t('licenses.for'), cell: ({ volumeType }) => t(`licenses.for_${volumeType}`) },
    { id: 'availableTo', header: t('licenses.availableTo'), cell: (license) => availableTo(t, language, license) },
    {
      id: 'expiresAt',
      header: t('licenses.until'),
      sortable: true,
      cell: ({ expiresAt }) =>
        expiresAt ? <DateTimeText value={expiresAt} timeZone={timeZone} dateOnly /> : t('licenses.noEnd'),
    },
    {
      id: 'contractId',
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
      header: t('common.status'),
      cell: (contract) => {
        const { tone, key } = contractState(contract, now);
        return <StatusBadge tone={tone}>{t(key)}</StatusBadge>;
      },
    },
    {
      id: 'region',
      header: t('tenant.region'),
      cell: ({ subscriptionRegionalId: id }) => {
        const region = regions.find((one) => one === id);
        return region ? t(`tenant.region_${region}`) : id || dash;
      },
    },
    { id: 'startsAt', header: t('licenses.from'), cell: ({ startsAt }) => date(startsAt) },
    {
      id: 'endsAt',
      header: t('licenses.until'),
      cell: ({ endsAt }) => (endsAt ? date(endsAt) : t('licenses.noEnd')),
    },
    {
      id: 'licenses',
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
