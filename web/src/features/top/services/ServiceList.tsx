import { Button } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import type { AppIcon } from '#contract/licences/available-services.ts';
import { useMe } from '../../../base/session-queries.ts';
import { useLanguage, useT } from '../../../i18n/use-t.tsx';
import { Dropdown } from '../../../ui/form/Dropdown.tsx';
import { EmptyState } from '../../../ui/page/EmptyState.tsx';
import { SearchBox } from '../../../ui/list/SearchBox.tsx';
import { readTopSearch, type TopSearch } from '../top-search.ts';
import { findServices } from './service-rules.ts';
import { ServiceTile } from './ServiceTile.tsx';
import classes from './services.module.css';

/** So few are seen at a glance: nothing to search. */
const FEW = 6;

const route = getRouteApi('/frame/portal/top.html');

type Props = {
  services: readonly AppIcon[];
  hidden: readonly string[];
  busy: boolean;
  onHide: (app: AppIcon, hide: boolean) => Promise<void>;
};

/** The tiles; a search finds hidden ones too. */
export function ServiceList({ services, hidden, busy, onHide }: Props) {
  const t = useT();
  const language = useLanguage();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { q = '', order = 'ascending', all = false } = search;
  const isAdministrator = useMe().permissions.includes('tenant:read');
  const go = (change: TopSearch) => void navigate({ search: readTopSearch({ ...search, ...change }), replace: true });
  if (services.length === 0) {
    return (
      <div className={classes.surface}>
        <EmptyState title={t('top.services.none')}>
          {t(isAdministrator ? 'top.services.noneAdministrator' : 'top.services.noneUser')}
        </EmptyState>
      </div>
    );
  }
  const found = findServices(services, q, order, language);
  const isHidden = ({ iconId }: AppIcon) => hidden.includes(iconId);
  const shown = all || q !== '' ? found : found.filter((app) => !isHidden(app));
  const hiddenCount = services.filter(isHidden).length;
  return (
    <>
      {services.length > FEW || hiddenCount > 0 ? (
        <div className={classes.toolbar}>
          {services.length > FEW ? (
            <>
              <SearchBox label={t('top.services.search')} value={q} onSearch={(keyword) => go({ q: keyword })} />
              <Dropdown
                label={t('top.services.order')}
                value={order}
                choices={[
                  { value: 'ascending', label: t('top.services.ascending') },
                  { value: 'descending', label: t('top.services.descending') },
                ]}
                onChange={(chosen) => go({ order: chosen })}
              />
            </>
          ) : null}
          {hiddenCount > 0 ? (
            <Button variant="default" aria-pressed={all} onClick={() => go({ all: !all })}>
              {all ? t('top.services.withoutHidden') : t('top.services.withHidden', { count: hiddenCount })}
            </Button>
          ) : null}
        </div>
      ) : null}
      <p role="status" className="visually-hidden">
        {q === '' ? '' : t('ui.results', { count: shown.length })}
      </p>
      {shown.length === 0 ? (
        <Nothing searched={q !== ''} onClear={() => go(q === '' ? { all: true } : { q: undefined })} />
      ) : (
        <ul className={classes.tiles}>
          {shown.map((app) => (
            <ServiceTile key={app.iconId} app={app} hidden={isHidden(app)} busy={busy} onHide={onHide} />
          ))}
        </ul>
      )}
    </>
  );
}

/** Nothing found, or everything hidden. */
function Nothing({ searched, onClear }: { searched: boolean; onClear: () => void }) {
  const t = useT();
  return (
    <div className={classes.surface}>
      <EmptyState
        title={t(searched ? 'ui.noHit' : 'top.services.allHidden')}
        action={
          <Button variant="default" onClick={onClear}>
            {t(searched ? 'ui.clearSearch' : 'top.services.showAll')}
          </Button>
        }
      >
        {t(searched ? 'ui.noHitAdvice' : 'top.services.allHiddenAdvice')}
      </EmptyState>
    </div>
  );
}
