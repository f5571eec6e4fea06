import { useEffect, useState } from 'react';
import { hasErrorId, isCancelled } from '../../api/api-error.ts';
import { paths } from '../../base/paths.ts';
import { accessTexts } from '../../base/scope-texts.ts';
import { Button, ButtonLink } from '../../guest-kit/Button.tsx';
import { useGuest, useQuery } from '../../guest-kit/context.tsx';
import { FormAlert } from '../../guest-kit/FormAlert.tsx';
import { ApiFacts } from '../../guest-kit/ApiFacts.tsx';
import { GuestPage } from '../../guest-kit/GuestPage.tsx';
import { Spinner } from '../../guest-kit/Spinner.tsx';
import { useAct } from '../../guest-kit/use-act.ts';
import { fetchMe } from '../../base/me.ts';
import { ownThisTab } from '../../session/own-tab.ts';
import {
  afterAnswer,
  type ConsentRequest,
  findConsentRequest,
  pendingQuery,
  sendAnswer,
  withAnotherAccount,
} from './consent-calls.ts';

type Question = { query: string; request: ConsentRequest; account: string };

/**
 * `/consent.html`: a person lets an app have what it asks for, or not (docs/decisions/0063); or reads that the app is not
 * for them (0185).
 */
export default function ConsentPage() {
  const { t } = useGuest();
  const url = useQuery()?.get('url');
  const [question, setQuestion] = useState<Question>();
  useEffect(() => {
    if (url === undefined) return;
    const query = pendingQuery(url);
    if (query === null) return location.replace(`${paths.error}?error=unknown_error`);
    // Without a session this leaves for the sign-in and comes back.
    ownThisTab()
      .then(() => Promise.all([fetchMe(), findConsentRequest(query)]))
      .then(([{ userId, tenantId }, request]) =>
        setQuestion({ query, request, account: t('registration.accountIn', { userId, tenantId }) }),
      )
      .catch((error) => {
        if (isCancelled(error)) return;
        // Another account, or an app that is gone: the authorization endpoint knows what to say.
        location.replace(
          hasErrorId(error, 'not_found') ? afterAnswer(query, true) : `${paths.error}?error=unknown_error`,
        );
      });
  }, [url, t]);
  if (question) return question.request.assigned ? <Answer {...question} /> : <NoAccess {...question} />;
  return (
    <GuestPage title={t('device.consentTitle')}>
      <Spinner label={t('device.consentTitle')} />
    </GuestPage>
  );
}

/** The app is for others: it is told so when the user goes back. */
function NoAccess({ query, request, account }: Question) {
  const { t } = useGuest();
  return (
    <GuestPage title={t('device.noAccessTitle', { client: request.clientName })} lead={t('device.noAccessLead')}>
      <dl className="g-facts">
        <div>
          <dt>{t('device.account')}</dt>
          <dd>{account}</dd>
        </div>
      </dl>
      <div className="g-actions">
        <ButtonLink look="primary" href={withAnotherAccount(query)}>
          {t('device.noAccessOther')}
        </ButtonLink>
        <ButtonLink href={afterAnswer(query, false)}>{t('device.noAccessBack')}</ButtonLink>
      </div>
    </GuestPage>
  );
}

/** Who asks, for what, and whose account it is; then the answer. */
function Answer({ query, request, account }: Question) {
  const { t } = useGuest();
  const { clientName, homepage, returnsTo } = request;
  const { run, busy, busyWith, alert } = useAct(async (accept: boolean) => {
    await sendAnswer(query, accept, request);
    location.replace(afterAnswer(query, accept));
  });
  const facts: [string, string | null][] = [
    [t('device.account'), account],
    [t('device.consentOffered'), homepage],
    [t('device.consentReturnsTo'), returnsTo === homepage ? null : returnsTo],
  ];
  return (
    <GuestPage title={t('device.consentTitleOf', { client: clientName })} lead={t('device.consentLead')}>
      <FormAlert alert={alert} />
      <dl className="g-facts">
        {facts.map(([name, value]) =>
          value === null ? null : (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ),
        )}
        <div>
          <dt>{t('device.asksFor')}</dt>
          <dd>
            <ul>
              {accessTexts(request).map((text) => (
                <li key={text}>{t(text)}</li>
              ))}
            </ul>
          </dd>
        </div>
        <ApiFacts api={request.api} />
      </dl>
      <p className="g-small">{t('device.consentEnds')}</p>
      <div className="g-actions">
        <Button busy={busyWith === true} disabled={busy} onClick={() => run(true)}>
          {t('device.consentAllow')}
        </Button>
        <Button look="quiet" busy={busyWith === false} disabled={busy} onClick={() => run(false)}>
          {t('device.consentCancel')}
        </Button>
      </div>
    </GuestPage>
  );
}
