import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { type Guide, type GuideId, guides } from '#contract/site/guides.ts';
import { guideQuery } from '../../base/guides/guide-queries.ts';
import { Loaded } from '../../base/Loaded.tsx';
import { paths } from '../../base/paths.ts';
import { usePageLanguage, useT } from '../../i18n/use-t.tsx';
import { Breadcrumbs } from '../../ui/page/Breadcrumbs.tsx';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { PageTitle } from '../../ui/page/PageTitle.tsx';
import { GuideBlocks } from './GuideBlocks.tsx';
import classes from './help.module.css';

const isGuide = (id: string): id is GuideId => (guides as readonly string[]).includes(id);

const route = getRouteApi('/frame/help/$guide');

/** One guide (`/help/<guide>`). */
export function GuidePage() {
  const { guide } = route.useParams();
  return isGuide(guide) ? <KnownGuide id={guide} key={guide} /> : <UnknownGuide />;
}

function KnownGuide({ id }: { id: GuideId }) {
  const t = useT();
  const query = useQuery(guideQuery(id));
  return (
    <Loaded query={query} height={480} failedTitle={t('ui.guides.failed')}>
      {(guide) => <Words guide={guide} />}
    </Loaded>
  );
}

function Words({ guide: { title, language, blocks } }: { guide: Guide }) {
  const t = useT();
  const own = usePageLanguage();
  return (
    <>
      <Breadcrumbs
        links={[
          <Link key="all" to={paths.help}>
            {t('ui.guides.title')}
          </Link>,
        ]}
        here={title}
      />
      <article className={classes.guide} lang={language === own ? undefined : language}>
        <PageTitle title={title} />
        <GuideBlocks blocks={blocks} />
      </article>
    </>
  );
}

function UnknownGuide() {
  const t = useT();
  return (
    <EmptyState
      title={t('ui.guides.unknownTitle')}
      action={
        <Button component={Link} to={paths.help} variant="default">
          {t('ui.guides.toAll')}
        </Button>
      }
    >
      {t('ui.guides.unknown')}
    </EmptyState>
  );
}
