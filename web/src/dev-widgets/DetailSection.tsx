import { Button } from '@mantine/core';
import { useState } from 'react';
import { paths } from '../base/paths.ts';
import { useT } from '../i18n/use-t.tsx';
import { BackLink, Breadcrumbs } from '../ui/page/Breadcrumbs.tsx';
import { DateTimeText } from '../ui/text/DateTimeText.tsx';
import { DetailHeader } from '../ui/page/DetailHeader.tsx';
import { PageTabs } from '../ui/page/PageTabs.tsx';
import { StatusBadge } from '../ui/text/StatusBadge.tsx';

export function DetailSection() {
  const t = useT();
  const [tab, setTab] = useState('one');
  const crumbs = [
    <a key="top" href={paths.top}>
      {t('ui.nav.top')}
    </a>,
  ];
  const tabs = [
    {
      id: 'one',
      label: t('widgets.tabOne'),
      content: <DateTimeText value="2025-01-31T00:05:00Z" timeZone="Asia/Tokyo" />,
    },
    { id: 'two', label: t('widgets.tabTwo'), content: <DateTimeText value={null} timeZone="Asia/Tokyo" /> },
    {
      id: 'three',
      label: t('widgets.tabThree'),
      content: <DateTimeText value="2025-01-31T00:05:00Z" timeZone="Asia/Tokyo" dateOnly />,
    },
  ];
  return (
    <section aria-label={t('widgets.detail')} style={{ marginBottom: 24 }}>
      <BackLink href={paths.top}>{t('common.back')}</BackLink>
      <Breadcrumbs links={crumbs} here="山田 太郎" />
      <DetailHeader
        name="山田 太郎"
        heading="h2"
        id={{ label: t('common.userId'), value: 'taro' }}
        status={<StatusBadge tone="good">{t('common.userStatus.active')}</StatusBadge>}
        actions={<Button variant="default">{t('common.edit')}</Button>}
      />
      <PageTabs label={t('widgets.tabs')} tabs={tabs} value={tab} onChange={setTab} />
    </section>
  );
}
