import { Button } from '@mantine/core';
import IconExternalLink from '@tabler/icons-react/dist/esm/icons/IconExternalLink.mjs';
import { useNavigate } from '@tanstack/react-router';
import type { AppIcon } from '#contract/licences/available-services.ts';
import { useT } from '../../../i18n/use-t.tsx';
import { AppImage } from '../services/AppImage.tsx';
import classes from './guide.module.css';

type Props = {
  app: AppIcon;
  place: number;
  count: number;
  /** Closes the dialog before its link is followed; resolves to whether it closed. */
  onFollow: () => Promise<boolean>;
};

/** One application: what it is, what to do first, and the way there. A new page is read out. */
export function GuidePage({ app, place, count, onFollow }: Props) {
  const t = useT();
  const navigate = useNavigate();
  const kind = app.isSiteSetupNavi ? 'siteSetup' : app.isPowerUser ? 'admin' : 'use';
  const words = t(`top.guide.${kind}`, { name: app.appName });
  return (
    <div className={classes.page} aria-live="polite" aria-atomic="true">
      <AppImage app={app} size={56} />
      <div>
        <span className="visually-hidden">{t('top.guide.place', { place, count })}</span>
        <h3>{app.appName}</h3>
        {app.description ? <p>{app.description}</p> : null}
        <p className={classes.what}>{words}</p>
        {app.isSiteSetupNavi ? (
          <Button
            component="a"
            href={app.linkURL}
            onClick={(event) => {
              if (event.ctrlKey || event.metaKey || event.shiftKey) return;
              event.preventDefault();
              void onFollow().then((closed) => (closed ? navigate({ href: app.linkURL }) : undefined));
            }}
          >
            {t('top.guide.toSiteSetup')}
          </Button>
        ) : (
          <Button
            component="a"
            href={app.linkURL}
            target="_blank"
            rel="noreferrer"
            variant="light"
            rightSection={<IconExternalLink size={18} stroke={1.75} aria-hidden="true" />}
          >
            {t('top.guide.openApp', { name: app.appName })}
            <span className="visually-hidden"> {t('top.services.newTab')}</span>
          </Button>
        )}
      </div>
    </div>
  );
}
