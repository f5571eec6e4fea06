import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { guideListQuery } from '../../base/guides/guide-queries.ts';
import { Loaded } from '../../base/Loaded.tsx';
import { useT } from '../../i18n/use-t.tsx';
import { PageTitle } from '../../ui/page/PageTitle.tsx';
import classes from './help.module.css';

/** All guides, each with its first sentence (`/help`). */
export function GuideList() {
  const t = useT();
  const query = useQuery(guideListQuery);
  return (
    <>
      <PageTitle title={t('ui.guides.title')}>{t('ui.guides.lead')}</PageTitle>
      <Loaded query={query} height={480} failedTitle={t('ui.guides.failed')}>
        {(guides) => (
          <ul className={classes.list}>
            {guides.map(({ id, title, lead }) => (
              <li key={id}>
                <Link to="/help/$guide" params={{ guide: id }}>
                  {title}
                </Link>
                <p>{lead}</p>
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </>
  );
}
