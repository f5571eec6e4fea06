import { ButtonLink } from '../../guest-kit/Button.tsx';
import { useGuest } from '../../guest-kit/context.tsx';
import { GuestPage } from '../../guest-kit/GuestPage.tsx';

/** `/404.html` (spec section 2): also where a page behind an inactive feature toggle leads. */
export default function NotFoundPage() {
  const { t } = useGuest();
  return (
    <GuestPage title={t('guest.notFoundTitle')} lead={t('guest.notFound')}>
      <div className="g-actions">
        <ButtonLink look="primary" href="/portal/top.html">
          {t('guest.toTop')}
        </ButtonLink>
      </div>
    </GuestPage>
  );
}
