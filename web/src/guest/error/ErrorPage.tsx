import { ButtonLink } from '../../guest-kit/Button.tsx';
import { CopyButton } from '../../guest-kit/CopyButton.tsx';
import { useGuest, useQuery } from '../../guest-kit/context.tsx';
import { GuestPage } from '../../guest-kit/GuestPage.tsx';
import { errorContent } from './error-content.ts';

/** `/error.html` (spec section 2). Which error it is stands in the address, so its words wait for the browser. */
export default function ErrorPage() {
  const { t, data } = useGuest();
  const query = useQuery();
  const { title, contents, foreign, generalSite, requestId } = errorContent(query ?? new URLSearchParams());
  return (
    <GuestPage title={t(title)} lead={t(contents)} waiting={query === null}>
      {foreign.title || foreign.contents ? (
        <figure className="g-quote">
          <figcaption className="g-small">{t('guest.foreignMessage')}</figcaption>
          {foreign.title ? <strong>{foreign.title}</strong> : null}
          {foreign.contents ? <div>{foreign.contents}</div> : null}
        </figure>
      ) : null}
      {requestId ? (
        <p className="g-small">
          {t('guest.requestId')} <span className="g-code">{requestId}</span>{' '}
          <CopyButton text={requestId} label={t('apps.copyRequestId')} />
        </p>
      ) : null}
      <div className="g-actions">
        <ButtonLink look="primary" href="/login.html">
          {t('guest.toSignIn')}
        </ButtonLink>
        {generalSite ? (
          <ButtonLink href={data.generalSiteUrl ?? '/portal/top.html'}>{t('guest.toGeneralSite')}</ButtonLink>
        ) : null}
      </div>
    </GuestPage>
  );
}
