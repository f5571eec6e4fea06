import { providerChoicesQuery } from '../../base/federation/providers.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import IconWorldCheck from '@tabler/icons-react/dist/esm/icons/IconWorldCheck.mjs';
import { useState } from 'react';
import { formatDateTime } from '#contract/display.ts';
import type { EmailDomain, updateEmailDomain } from '#contract/federation/email-domains.ts';
import { hasErrorId } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { Conflict } from '../../base/editing/Conflict.tsx';
import type { FormFields } from '../../base/editing/editing.ts';
import { useSaving } from '../../base/editing/use-saving.ts';
import { LeaveGuard } from '../../base/LeaveGuard.tsx';
import { Loaded } from '../../base/Loaded.tsx';
import { paths } from '../../base/paths.ts';
import { PlaceCrumbs } from '../../base/PlaceCrumbs.tsx';
import { timeZoneOf, useMe } from '../../base/session-queries.ts';
import { useLanguage, useT } from '../../i18n/use-t.tsx';
import { Dropdown } from '../../ui/form/Dropdown.tsx';
import { EnterSaves } from '../../ui/form/EnterSaves.tsx';
import parts from '../../ui/form/parts.module.css';
import { SaveBar } from '../../ui/form/SaveBar.tsx';
import { SettingsCard } from '../../ui/form/SettingsCard.tsx';
import { AlertArea, type AlertContent } from '../../ui/page/AlertArea.tsx';
import { DetailHeader } from '../../ui/page/DetailHeader.tsx';
import { DomainActs } from './DomainActs.tsx';
import { DomainBadge } from './DomainBadge.tsx';
import classes from './email-domains.module.css';
import { ProofCard } from './ProofCard.tsx';
import { domainPath, domainQuery, domainsKey } from './queries.ts';

const route = getRouteApi('/frame/portal/email-domains/$domain');
const NONE = '-';

/** One email domain: how it is verified, and where its users sign in. */
export function DomainPage() {
  const t = useT();
  const { tenantId } = useMe();
  const { domain } = route.useParams();
  const query = useQuery(domainQuery(tenantId, domain));
  return (
    <>
      <PlaceCrumbs here={domain} />
      {query.data ? null : <h1 className="visually-hidden">{domain}</h1>}
      <Loaded
        query={query}
        height={480}
        failedTitle={t('domains.oneFailed')}
        missing={{
          title: t('domains.missingTitle', { domain }),
          text: t('domains.missingText'),
          back: t('domains.missingBack'),
          to: paths.emailDomains,
        }}
      >
        {(found) => <Parts key={found.domain} found={found} />}
      </Loaded>
    </>
  );
}

type Draft = Pick<EmailDomain, 'connection'>;
const draftOf = ({ connection }: EmailDomain): Draft => ({ connection });
const form: FormFields<Draft> = { sent: (draft, field) => draft[field] };

function Parts({ found }: { found: EmailDomain }) {
  const t = useT();
  const language = useLanguage();
  const me = useMe();
  const { tenantId } = me;
  const queryClient = useQueryClient();
  const [alert, setAlert] = useState<AlertContent>();
  const { domain, state, checkedAt, provider } = found;
  const query = domainQuery(tenantId, domain);
  const choices = useQuery(providerChoicesQuery(tenantId)).data ?? [];
  const saving = useSaving<Draft, EmailDomain>({
    saved: draftOf(found),
    form,
    whole: true,
    put: async (changes, expected) => {
      const answer = await call<typeof updateEmailDomain>({
        method: 'PUT',
        path: domainPath,
        params: { tenantId, domain },
        body: { ...(changes as Draft), expected: expected as Draft },
        pattern: 'powerUser',
      });
      queryClient.setQueryData(query.queryKey, answer);
      void queryClient.invalidateQueries({ queryKey: domainsKey });
      return answer;
    },
    draftOf,
    renew: () => queryClient.fetchQuery({ ...query, staleTime: 0 }),
    say: setAlert,
    savedText: () => t('domains.saved', { domain }),
    undoneText: t('ui.undone'),
    onRefusal: (error) => {
      const isTaken = hasErrorId(error, 'rp_duplicated_domain');
      if (isTaken) setAlert({ kind: 'failure', text: t('domains.takenElsewhere') });
      return isTaken;
    },
  });
  const { draft, change } = saving;
  const nameOf = (connection: string | null) =>
    choices.find((choice) => choice.uuid === connection)?.displayName ?? t('domains.noProvider');
  return (
    <>
      <DetailHeader
        name={domain}
        sign={
          <span className={classes.sign} aria-hidden="true">
            <IconWorldCheck size={26} stroke={1.5} />
          </span>
        }
        id={{ label: t('logs.field_domain'), value: domain }}
        status={
          <>
            <DomainBadge state={state} />
            {checkedAt === null ? null : (
              <span className={parts.note}>
                {t('domains.checkedAt', { time: formatDateTime(new Date(checkedAt), language, timeZoneOf(me)) })}
              </span>
            )}
          </>
        }
        actions={<DomainActs found={found} say={setAlert} />}
      />
      <AlertArea alert={alert} onClose={() => setAlert(undefined)} />
      <Conflict<Draft>
        form={saving}
        nameOf={() => t('logs.field_provider')}
        wordsOf={(side) => nameOf(side.connection)}
      />
      <ProofCard found={found} />
      <EnterSaves>
        <SettingsCard title={t('domains.signInTitle')} why={t('domains.signInWhy')}>
          <Dropdown
            label={t('logs.field_provider')}
            help={t(state === 'waiting' ? 'domains.providerLater' : 'domains.providerHelp')}
            value={draft.connection ?? NONE}
            disabled={state === 'waiting'}
            choices={[
              { value: NONE, label: t('domains.noProvider') },
              ...choices.map(({ uuid, displayName }) => ({ value: uuid, label: displayName })),
            ]}
            onChange={(value) => change({ connection: value === NONE ? null : value })}
          />
          {provider && !provider.enabled ? (
            <p className={parts.note}>{t('domains.providerOff', { name: provider.displayName })}</p>
          ) : null}
        </SettingsCard>
      </EnterSaves>
      <SaveBar
        changed={saving.changed && !saving.conflict}
        invalid={false}
        busy={saving.busy}
        onSave={saving.save}
        onDiscard={saving.discard}
      />
      <LeaveGuard changed={saving.changed} />
    </>
  );
}
