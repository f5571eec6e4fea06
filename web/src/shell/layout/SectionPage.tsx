import { Outlet } from '@tanstack/react-router';
import { SettingHistoryLink } from '../../base/history/SettingHistoryLink.tsx';
import { PartTabs } from '../../base/PartTabs.tsx';
import { usePlace } from '../../base/use-place.ts';
import { useT } from '../../i18n/use-t.tsx';
import { PageTitle } from '../../ui/page/PageTitle.tsx';

/** The head of a page of settings, its tabs, and the part that is open. It is shown before the data of the part. */
export function SectionPage() {
  const t = useT();
  const place = usePlace();
  return (
    <>
      {place ? (
        <>
          <PageTitle title={t(place.page.label)} actions={<SettingHistoryLink />}>
            {place.page.lead ? t(place.page.lead) : undefined}
          </PageTitle>
          <PartTabs />
        </>
      ) : null}
      <Outlet />
    </>
  );
}
