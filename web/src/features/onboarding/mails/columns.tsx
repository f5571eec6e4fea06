import { Link } from '@tanstack/react-router';
import type { RegistrationMail } from '#contract/joining/registration-mails.ts';
import type { RegistrationMailState } from '#contract/joining/send-types.ts';
import { personName } from '#contract/display.ts';
import type { ColumnKit } from '../../../base/list/columns.tsx';
import { MailStateBadge } from '../../../base/MailStateBadge.tsx';
import { addressOfUser } from '../../../base/thing-address.ts';
import type { ListColumn } from '../../../ui/list/list-types.ts';
import { Person } from '../../../ui/text/Person.tsx';
import { StatusBadge, type Tone } from '../../../ui/text/StatusBadge.tsx';
import classes from '../onboarding.module.css';

const tones: Record<RegistrationMailState, Tone> = {
  pending: 'neutral',
  opened: 'warning',
  completed: 'good',
  expired: 'bad',
  replaced: 'neutral',
  cancelled: 'neutral',
};

export function mailColumns({ t, language, time }: ColumnKit): ListColumn<RegistrationMail>[] {
  return [
    {
      id: 'user',
      header: t('onboarding.mails.user'),
      isName: true,
      cell: (mail) => (
        <Link className={classes.person} to="/portal/users/$userId" params={{ userId: addressOfUser(mail.userId) }}>
          <Person name={personName(mail, language)} userId={mail.userId} />
        </Link>
      ),
    },
    {
      id: 'state',
      isStatus: true,
      header: t('common.status'),
      cell: ({ state, mailState }) =>
        // That nobody opened it says something of a mail that arrived.
        state === 'pending' && mailState !== null && mailState !== 'sent' ? (
          <MailStateBadge state={mailState} />
        ) : (
          <StatusBadge tone={tones[state]}>{t(`onboarding.mails.state_${state}`)}</StatusBadge>
        ),
    },
    {
      id: 'mailAddress',
      priority: 1,
      header: t('common.mailAddress'),
      cell: ({ mailAddress }) => {
        const at = mailAddress.lastIndexOf('@');
        return (
          <span className={classes.address}>
            {mailAddress.slice(0, at)}
            <wbr />
            {mailAddress.slice(at)}
          </span>
        );
      },
    },
    time('sentAt', t('onboarding.mails.sentAt'), ({ sentAt }) => sentAt),
    time('expiresAt', t('onboarding.mails.expiresAt'), ({ expiresAt }) => expiresAt, { priority: 2 }),
    time('openedAt', t('onboarding.mails.openedAt'), ({ openedAt }) => openedAt, { hiddenAtFirst: true }),
    time('completedAt', t('onboarding.mails.completedAt'), ({ completedAt }) => completedAt, { hiddenAtFirst: true }),
  ];
}
