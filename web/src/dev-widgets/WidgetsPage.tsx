import { useT } from '../i18n/use-t.tsx';
import { PageTitle } from '../ui/page/PageTitle.tsx';
import { DetailSection } from './DetailSection.tsx';
import { DialogSection } from './DialogSection.tsx';
import { FieldSection } from './FieldSection.tsx';
import { ListSection } from './ListSection.tsx';
import { MessageSection } from './MessageSection.tsx';
import { SettingsSection } from './SettingsSection.tsx';
import { StateSection } from './StateSection.tsx';

/** `/portal/dev/widgets`: every widget in every state. Offered in development mode only. */
export function WidgetsPage() {
  const t = useT();
  return (
    <>
      <PageTitle title={t('widgets.title')}>{t('widgets.lead')}</PageTitle>
      <FieldSection />
      <SettingsSection />
      <DialogSection />
      <MessageSection />
      <StateSection />
      <DetailSection />
      <ListSection />
    </>
  );
}
