import { Button } from '@mantine/core';
import IconChecklist from '@tabler/icons-react/dist/esm/icons/IconChecklist.mjs';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useId } from 'react';
import { formatDate } from '#contract/display.ts';
import type { Me } from '#contract/sign-in/me.ts';
import { useWishOnArrival } from '../../../base/arrival-wish.ts';
import { FailuresLink, RenewalLink } from '../../../base/expirations/places.tsx';
import { expiryState } from '../../../base/expirations/state.ts';
import { paths } from '../../../base/paths.ts';
import { timeZoneOf } from '../../../base/session-queries.ts';
import { useLanguage, useT } from '../../../i18n/use-t.tsx';
import type { Count } from '../people-figures.ts';
import { TopCard } from '../TopCard.tsx';
import classes from '../top.module.css';
import { WARNED_DAYS } from './figures.ts';
import { namedOrCounted } from './to-do.ts';
import type { ToDo, useToDo } from './use-to-do.ts';

/** What needs an administrator, each with the way to the page where it is done. */
export function ToDoCard({ me, known }: { me: Me; known: ReturnType<typeof useToDo> }) {
  const t = useT();
  const language = useLanguage();
  const { toDo, isLoading, retry } = known;
  const wish = useWishOnArrival();
  const { registering, undelivered, locked, withoutMfa, expiring } = toDo;
  const licenses = namedOrCounted(toDo.licenses);
  const jobs = namedOrCounted(toDo.jobs);
  const failing = namedOrCounted(toDo.failing);
  const expirations = namedOrCounted(toDo.expirations);
  const figure = ({ total, isEstimate }: Count) => {
    const count = total.toLocaleString(language);
    return { count: total, number: isEstimate ? t('top.about', { count }) : count };
  };
  const expiryText = (one: ToDo['expirations'][number]) => {
    const state = expiryState(one) === 'expired' ? 'expired' : 'soon';
    // A secret is only listed with its successor, so it is never due.
    const kind =
      one.kind === 'samlConnection' || one.kind === 'samlApp' || one.kind === 'oauthSecret'
        ? 'samlConnection'
        : one.kind;
    const date = formatDate(new Date(one.expiresAt), language, timeZoneOf(me));
    return t(`top.toDo.${state}_${kind}`, { name: one.displayName, date });
  };
  const lines: LineProps[] = [];
  const add = (line: LineProps, count = 1) => {
    if (count > 0) lines.push(line);
  };
  for (const one of failing.named) {
    add({
      key: `${one.type} ${one.id}`,
      text: t('top.toDo.failing', { name: one.displayName, count: one.failures }),
      act: t('top.toDo.showSignIns'),
      link: (props) => <FailuresLink {...props} of={one} />,
    });
  }
  add(
    {
      text: t('top.toDo.failures', { count: failing.counted }),
      act: t('top.toDo.showCertificates'),
      link: (props) => <Link {...props} to={paths.certificates} />,
    },
    failing.counted,
  );
  for (const one of expirations.named) {
    add({
      key: `${one.kind} ${one.id} ${one.expiresAt}`,
      text: expiryText(one),
      act: t('top.toDo.renewCertificate'),
      link: (props) => <RenewalLink {...props} of={one} />,
    });
  }
  add(
    {
      text: t('top.toDo.expirations', { count: expirations.counted }),
      act: t('top.toDo.showCertificates'),
      link: (props) => <Link {...props} to={paths.certificates} />,
    },
    expirations.counted,
  );
  for (const { uuid, displayName: name, quarantined } of toDo.sources) {
    const isHolding = quarantined > 0;
    const count = quarantined.toLocaleString(language);
    add({
      key: `source ${uuid}`,
      text: isHolding
        ? t('top.toDo.held', { name, count: quarantined, number: count })
        : t('top.toDo.noToken', { name }),
      act: t(isHolding ? 'top.toDo.openJob' : 'top.toDo.showTokens'),
      link: (props) => (
        <Link
          {...props}
          to="/portal/provisioning/$uuid"
          params={{ uuid }}
          search={{ tab: isHolding ? 'quarantine' : 'tokens' }}
        />
      ),
    });
  }
  const mayInvite = me.permissions.includes('users:write');
  add(
    {
      text: t('top.toDo.registering', figure(registering)),
      act: t(mayInvite ? 'top.toDo.invite' : 'top.toDo.showUsers'),
      link: (props) => (
        <Link
          {...props}
          to={paths.users}
          search={{ status: 'registering' }}
          onClick={({ ctrlKey, metaKey, shiftKey }) => {
            // Another window is not this one's list.
            if (mayInvite && !ctrlKey && !metaKey && !shiftKey) wish('invite');
          }}
        />
      ),
    },
    registering.total,
  );
  add(
    {
      text: t('top.toDo.undelivered', figure(undelivered)),
      act: t('top.toDo.showInvitations'),
      link: (props) => <Link {...props} to={paths.registration('mails')} search={{ state: 'undelivered' }} />,
    },
    undelivered.total,
  );
  for (const { id, name, path } of jobs.named) {
    add({
      key: id,
      text: t('top.toDo.job', { name }),
      act: t('top.toDo.openJob'),
      link: (props) => <Link {...props} to={path} />,
    });
  }
  add(
    {
      text: t('top.toDo.jobs', { count: jobs.counted }),
      act: t('top.toDo.showJobs'),
      link: (props) => <Link {...props} to={paths.jobs} />,
    },
    jobs.counted,
  );
  add(
    {
      text: t('top.toDo.appRequests', { count: toDo.appRequests }),
      act: t('top.toDo.showRequests'),
      link: (props) => <Link {...props} to={paths.oauthApps} search={{}} />,
    },
    toDo.appRequests,
  );
  add(
    {
      text: t('top.toDo.locked', figure(locked)),
      act: t('top.toDo.showUsers'),
      link: (props) => <Link {...props} to={paths.users} search={{ status: 'locked' }} />,
    },
    locked.total,
  );
  for (const { licenseId, serviceName: name, usedVolume, volume } of licenses.named) {
    add({
      key: licenseId,
      text: t('top.toDo.license', { name, count: usedVolume - volume }),
      act: t('top.toDo.showLicense'),
      link: (props) => <Link {...props} to="/portal/licenses/$licenseId" params={{ licenseId }} />,
    });
  }
  add(
    {
      text: t('top.toDo.licenses', { count: licenses.counted }),
      act: t('top.toDo.showLicenses'),
      link: (props) => <Link {...props} to={paths.tenant('license-list')} />,
    },
    licenses.counted,
  );
  add(
    {
      text: t(withoutMfa.more.role ? 'top.toDo.administratorsWithoutMfa' : 'top.toDo.withoutMfa', figure(withoutMfa)),
      act: t('top.toDo.showUsers'),
      link: (props) => (
        <Link {...props} to={paths.users} search={{ status: 'active', mfa: 'off', ...withoutMfa.more }} />
      ),
    },
    withoutMfa.total,
  );
  add(
    {
      text: t('top.toDo.expiring', { ...figure(expiring), days: WARNED_DAYS }),
      act: t('top.toDo.showUsers'),
      link: (props) => <Link {...props} to={paths.users} search={{ status: 'active', passwordAge: expiring.age }} />,
    },
    expiring.total,
  );
  return (
    <div className={classes.toDo}>
      <TopCard icon={IconChecklist} title={t('top.toDo.title')}>
        {isLoading ? <p className={classes.note}>{t('common.loading')}</p> : null}
        {lines.length > 0 && !isLoading ? (
          <ul className={classes.toDos}>
            {lines.map((line) => (
              <Line {...line} key={line.key ?? line.text} />
            ))}
          </ul>
        ) : null}
        {lines.length === 0 && !isLoading && !retry ? <p className={classes.note}>{t('top.toDo.none')}</p> : null}
        {retry ? (
          <p role="alert" className={classes.notAll}>
            {t('top.toDo.unknown')}
            <Button size="compact-sm" variant="default" onClick={retry}>
              {t('common.tryAgain')}
            </Button>
          </p>
        ) : null}
      </TopCard>
    </div>
  );
}

type LineProps = {
  key?: string;
  text: string;
  act: string;
  link: (props: object) => ReactNode;
};

/** Several lines may have the same act: a screen reader says with it what it is about. */
function Line({ text, act, link }: LineProps) {
  const id = useId();
  return (
    <li>
      <span id={id}>{text}</span>
      <Button size="sm" variant="default" aria-describedby={id} renderRoot={link}>
        {act}
      </Button>
    </li>
  );
}
