import { ActionIcon } from '@mantine/core';
import IconEye from '@tabler/icons-react/dist/esm/icons/IconEye.mjs';
import IconEyeOff from '@tabler/icons-react/dist/esm/icons/IconEyeOff.mjs';
import { useRef } from 'react';
import { OPEN_SERVICE } from '#contract/logs/user-actions.ts';
import type { AppIcon } from '#contract/licences/available-services.ts';
import { logOperation } from '../../../api/log-operation.ts';
import { useT } from '../../../i18n/use-t.tsx';
import { StatusBadge } from '../../../ui/text/StatusBadge.tsx';
import { AppImage } from './AppImage.tsx';
import { SAML_APP } from './queries.ts';
import classes from './services.module.css';

/** Who opens a service uses it: so it is known who has not for long. The page for managing it is no use. */
function tellOpened({ appName, iconId, appClass, isPowerUser }: AppIcon): void {
  if (isPowerUser || appClass === SAML_APP) return;
  logOperation({
    userAction: OPEN_SERVICE,
    screenName: 'top',
    appIconName: appName.slice(0, 128),
    appIconId: iconId,
    serviceClass: appClass,
  });
}

type Props = {
  app: AppIcon;
  hidden: boolean;
  busy: boolean;
  onHide: (app: AppIcon, hide: boolean) => Promise<void>;
};

/** A service: the whole tile leads there, and beside it is the button that hides it or shows it again. */
export function ServiceTile({ app, hidden, busy, onHide }: Props) {
  const t = useT();
  const tile = useRef<HTMLLIElement>(null);
  const name = t(hidden ? 'top.services.show' : 'top.services.hide', { name: app.appName });
  const toggle = async () => {
    // The tile may go: its neighbour takes the focus, so that it is not lost.
    const beside = tile.current?.nextElementSibling ?? tile.current?.previousElementSibling;
    await onHide(app, !hidden);
    if (!tile.current?.isConnected) beside?.querySelector<HTMLElement>('button')?.focus();
  };
  return (
    <li ref={tile} className={classes.tile} data-hidden={hidden || undefined}>
      <AppImage app={app} size={44} />
      <div className={classes.words}>
        <a href={app.linkURL} target="_blank" rel="noreferrer" onClick={() => tellOpened(app)}>
          {app.appName}
          <span className="visually-hidden"> {t('top.services.newTab')}</span>
        </a>
        {app.description ? <p>{app.description}</p> : null}
        {app.isPowerUser || hidden ? (
          <span className={classes.badges}>
            {app.isPowerUser ? <StatusBadge tone="neutral">{t('ui.administration')}</StatusBadge> : null}
            {hidden ? <StatusBadge tone="warning">{t('top.services.hidden')}</StatusBadge> : null}
          </span>
        ) : null}
      </div>
      <ActionIcon
        className={classes.hide}
        variant="subtle"
        color="gray"
        size={32}
        disabled={busy}
        aria-label={name}
        title={name}
        onClick={() => void toggle()}
      >
        {hidden ? <IconEye size={18} stroke={1.75} /> : <IconEyeOff size={18} stroke={1.75} />}
      </ActionIcon>
    </li>
  );
}
