import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useEffect } from 'react';
import type { UserBulkJob } from '#contract/people/user-bulks.ts';
import { userBulksQuery } from '../../../base/jobs/job-queries.ts';
import { paths } from '../../../base/paths.ts';
import { useMe } from '../../../base/session-queries.ts';
import type { Translate } from '../../../i18n/keys.ts';
import { useT } from '../../../i18n/use-t.tsx';
import type { AlertContent } from '../../../ui/page/AlertArea.tsx';

// The list's first load is not to carry it.
const BulkProgress = lazy(async () => ({ default: (await import('./BulkProgress.tsx')).BulkProgress }));

type Props = {
  /** The one whose end is said here: begun here, or seen to run. */
  followed: string | undefined;
  follow: (bulkId: string | undefined) => void;
  say: (alert: AlertContent | undefined) => void;
};

/** On the list of users: the act on many users that runs, whoever began it, and how it ended. */
export function FollowedBulk({ followed, follow, say }: Props) {
  const t = useT();
  const { tenantId } = useMe();
  const navigate = useNavigate();
  const { data } = useQuery(userBulksQuery(tenantId));
  const running = data?.results.find(({ status }) => status === 'processing');
  const ended = data?.results.find(({ bulkId, finishedAt }) => bulkId === followed && finishedAt !== null);
  const runningId = running?.bulkId;
  useEffect(() => {
    if (runningId) follow(runningId);
  }, [runningId, follow]);
  useEffect(() => {
    if (!ended) return;
    follow(undefined);
    const toHistory = { label: t('users.bulks.toHistory'), onClick: () => void navigate({ to: paths.userBulks }) };
    say({ ...endOf(t, ended), action: toHistory });
  }, [ended, follow, say, t, navigate]);
  return running ? (
    <Suspense>
      <BulkProgress job={running} say={say} />
    </Suspense>
  ) : null;
}

/** What it came to, in words. */
export function endOf(t: Translate, { action, status, changed, unchanged, failed, error }: UserBulkJob): AlertContent {
  if (status === 'canceled') return { kind: 'info', text: t('users.bulks.canceled', { count: changed }) };
  if (error) {
    return { kind: 'failure', text: t('users.bulks.error', { reason: t(`errors.${error.message_id}`) }) };
  }
  const lines = [
    t(`users.bulk.done_${action}`, { count: changed }),
    unchanged > 0 ? t('users.bulk.unchanged', { count: unchanged }) : undefined,
  ];
  const text = lines.filter((line) => line !== undefined).map((line) => <p key={line}>{line}</p>);
  if (failed === 0) return { kind: 'success', text };
  return { kind: 'warning', title: t('users.bulk.failed', { count: failed }), text };
}
