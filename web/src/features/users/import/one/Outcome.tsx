import { Button } from '@mantine/core';
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs';
import { Link } from '@tanstack/react-router';
import type { UserImport } from '#contract/people/user-imports.ts';
import { paths } from '../../../../base/paths.ts';
import { useMe } from '../../../../base/session-queries.ts';
import { useT } from '../../../../i18n/use-t.tsx';
import { JobResult } from '../../../../ui/job/JobResult.tsx';
import { isUndo, mayHaveMade, outcomeWords } from '../words.ts';
import { Rows } from './Rows.tsx';
import type { ImportActs } from './use-import-acts.ts';

/** What an import came to: done, stopped, or failed; with its result file and its rows. */
export function Outcome({ shown, acts }: { shown: UserImport; acts: ImportActs }) {
  const t = useT();
  const { status, counts } = shown;
  const mayChange = useMe().permissions.includes('users:write');
  const toInvite = mayChange ? invitable(shown) : 0;
  const ended = status === 'completed' ? 'done' : status === 'canceled' ? 'stopped' : 'failed';
  return (
    <>
      <JobResult
        outcome={ended}
        title={t(`transfer.ended_${status as 'completed' | 'canceled' | 'error' | 'validation_error'}`)}
        actions={
          <>
            {counts ? (
              <Button
                variant="default"
                leftSection={<IconDownload size={16} aria-hidden="true" />}
                loading={acts.busy}
                onClick={() => void acts.fetchResult('all')}
              >
                {t('transfer.fetchResult')}
              </Button>
            ) : null}
            {counts && counts.wrong > 0 ? (
              <Button
                variant="default"
                leftSection={<IconDownload size={16} aria-hidden="true" />}
                disabled={acts.busy}
                onClick={() => void acts.fetchResult('wrong')}
              >
                {t('transfer.fetchWrong')}
              </Button>
            ) : null}
            {mayChange && shown.confirmedAt !== null ? (
              <Button variant="default" disabled={acts.busy} onClick={() => void acts.undo()}>
                {t('common.undo')}
              </Button>
            ) : null}
            <Button
              {...(toInvite > 0 && { variant: 'default' })}
              renderRoot={(props) => <Link {...props} to={paths.userImports} />}
            >
              {t('transfer.another')}
            </Button>
            {toInvite > 0 ? (
              <Button loading={acts.busy} onClick={() => void acts.invite()}>
                {t('transfer.sendInvitations', { count: toInvite })}
              </Button>
            ) : null}
          </>
        }
      >
        {outcomeWords(t, shown).map((text) => (
          <p key={text}>{text}</p>
        ))}
        {ended === 'done' && counts && counts.wrong > 0 ? (
          <p>{t('transfer.wrongLeftOut', { count: counts.wrong })}</p>
        ) : null}
        <NewUsers shown={shown} />
      </JobResult>
      {counts ? <Rows shown={{ ...shown, counts }} /> : null}
    </>
  );
}

/** How many users an import has made who were not invited. Of one that was stopped, the rows only say how many were to be. */
function invitable(shown: UserImport): number {
  const { counts, createsActive, invitedBy, status } = shown;
  const isKnown = status === 'completed' && !isUndo(shown) && mayHaveMade(shown);
  return counts && isKnown && !invitedBy ? counts.create - createsActive : 0;
}

/** What is left to do for the users whom the import has made: each kind, with the list that shows them. */
function NewUsers({ shown }: { shown: UserImport }) {
  const t = useT();
  const { counts, createsActive } = shown;
  if (!counts || isUndo(shown) || !mayHaveMade(shown)) return null;
  return (
    <>
      {shown.invitedBy ? (
        <p>
          {t('transfer.invited')}{' '}
          <Link to={paths.registration('sendings')} search={{ sendId: shown.invitedBy }}>
            {t('transfer.showSending')}
          </Link>
        </p>
      ) : null}
      {counts.create > createsActive && !shown.invitedBy ? (
        <p>
          {t('transfer.noMailSent')}{' '}
          <Link to={paths.users} search={{ status: 'registering' }}>
            {t('transfer.showNotRegistered')}
          </Link>
        </p>
      ) : null}
      {createsActive > 0 ? (
        <p>
          {t('transfer.noMailSentActive')}{' '}
          <Link to={paths.users} search={{ status: 'active', sort: 'createdAt', order: 'descending' }}>
            {t('transfer.showNewestActive')}
          </Link>
        </p>
      ) : null}
    </>
  );
}
