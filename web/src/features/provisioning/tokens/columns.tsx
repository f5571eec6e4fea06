import { Button } from '@mantine/core';
import { dash } from '#contract/display.ts';
import { Link } from '@tanstack/react-router';
import type { ColumnKit } from '../../../base/list/columns.tsx';
import { addressOfUser } from '../../../base/thing-address.ts';
import type { ListColumn } from '../../../ui/list/list-types.ts';
import { DateTimeText } from '../../../ui/text/DateTimeText.tsx';
import { StatusBadge, type Tone } from '../../../ui/text/StatusBadge.tsx';
import classes from '../provisioning.module.css';
import type { Token } from '../queries.ts';

export const rowId = ({ id }: Token) => id;
export const rowName = ({ name }: Token) => name;

const tones: Readonly<Record<Token['state'], Tone>> = { active: 'good', expired: 'bad', revoked: 'neutral' };
const SOON_MS = 30 * 86_400_000;

const endsSoon = ({ state, expiresAt }: Token) =>
  state === 'active' && new Date(expiresAt).getTime() - Date.now() < SOON_MS;

/** @param ofSource the tokens are all of one source, which need not be named */
export function tokenColumns(
  { t, time, zone }: ColumnKit,
  onRevoke: (token: Token) => void,
  ofSource = false,
): ListColumn<Token>[] {
  return [
    {
      id: 'name',
      header: t('common.name'),
      isName: true,
      cell: ({ name, scopes }) => (
        <span className={classes.name}>
          {name}
          <small>{scopes.map((scope) => t(`provisioning.scope_${scope}`)).join(' · ')}</small>
        </span>
      ),
    },
    {
      id: 'state',
      header: t('common.status'),
      isStatus: true,
      cell: ({ state }) => <StatusBadge tone={tones[state]}>{t(`provisioning.tokenState_${state}`)}</StatusBadge>,
    },
    ...(ofSource
      ? []
      : [
          {
            id: 'source',
            header: t('provisioning.source'),
            priority: 1,
            cell: ({ source }: Token) =>
              source ? (
                <Link to="/portal/provisioning/$uuid" params={{ uuid: source.uuid }}>
                  {source.displayName}
                </Link>
              ) : (
                dash
              ),
          },
        ]),
    {
      id: 'createdBy',
      header: t('provisioning.createdBy'),
      priority: 3,
      cell: ({ createdBy }) => (
        <Link to="/portal/users/$userId" params={{ userId: addressOfUser(createdBy) }}>
          {createdBy}
        </Link>
      ),
    },
    {
      id: 'expiresAt',
      header: t('provisioning.expires'),
      priority: 0,
      cell: (token) => (
        <span className={classes.expiry}>
          <DateTimeText value={token.expiresAt} timeZone={zone} dateOnly />
          {endsSoon(token) ? <StatusBadge tone="warning">{t('provisioning.expiresSoon')}</StatusBadge> : null}
        </span>
      ),
    },
    {
      id: 'lastUsedAt',
      header: t('provisioning.lastUse'),
      priority: 0,
      cell: ({ lastUsedAt, lastUsedAddress }) =>
        lastUsedAt === null ? (
          t('provisioning.neverUsed')
        ) : (
          <span className={classes.name}>
            <DateTimeText value={lastUsedAt} timeZone={zone} ago />
            <small>{lastUsedAddress}</small>
          </span>
        ),
    },
    time('createdAt', t('provisioning.createdAt'), ({ createdAt }) => createdAt, { priority: 4 }),
    {
      id: 'acts',
      header: t('provisioning.acts'),
      isActs: true,
      cell: (token) =>
        token.state === 'active' ? (
          <Button
            size="compact-sm"
            variant="default"
            aria-label={t('provisioning.revokeOf', { name: token.name })}
            onClick={() => onRevoke(token)}
          >
            {t('provisioning.revoke')}
          </Button>
        ) : null,
    },
  ];
}
