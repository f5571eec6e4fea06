import { ActionIcon } from '@mantine/core';
import IconMenu2 from '@tabler/icons-react/dist/esm/icons/IconMenu2.mjs';
import IconSearch from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs';
import { useT } from '../../i18n/use-t.tsx';
import { paths } from '../../base/paths.ts';
import { AccountMenu } from './AccountMenu.tsx';
import { openCommandPalette } from '../palette/open-command-palette.ts';
import type { FrameProps } from './frame-types.ts';
import classes from './Frame.module.css';
import { HeaderTools } from './HeaderTools.tsx';
import { Logo } from './Logo.tsx';
import { shortcutText } from '../palette/shortcut.ts';

export type HeaderProps = FrameProps & {
  /** Opens the navigation drawer; absent where there is no navigation. */
  onMenu: (() => void) | undefined;
  menuOpened: boolean;
};

/** Logo, title, search, help, notifications, language, colour scheme, account. */
export function Header(props: HeaderProps) {
  const { areaTitle, product, tenant, me, flags = {}, onMenu, menuOpened, tray, onNavigate } = props;
  const t = useT();
  return (
    // A preview is to be looked at: nothing in it can be reached.
    <header className={classes.header} data-style={tenant?.headerStyle} inert={flags.preview}>
      {onMenu ? (
        <ActionIcon
          className={classes.menuButton}
          variant="subtle"
          color="gray"
          size={40}
          aria-label={t('common.menu')}
          aria-expanded={menuOpened}
          onClick={onMenu}
        >
          <IconMenu2 size={22} />
        </ActionIcon>
      ) : null}
      <a
        className={classes.logo}
        href={flags.guest ? paths.login : paths.top}
        onClick={(event) => {
          if (flags.guest || event.ctrlKey || event.metaKey || event.shiftKey) return;
          event.preventDefault();
          onNavigate(paths.top);
        }}
      >
        <Logo product={product} tenant={tenant} />
      </a>
      {flags.adminHeader ? (
        <a
          className={classes.adminMark}
          href={paths.adminMenu}
          onClick={(event) => {
            if (event.ctrlKey || event.metaKey || event.shiftKey) return;
            event.preventDefault();
            onNavigate(paths.adminMenu);
          }}
        >
          {t('ui.administration')}
        </a>
      ) : null}
      {flags.topPage || !areaTitle ? null : <span className={classes.title}>{areaTitle}</span>}
      <div className={classes.headerEnd}>
        {onMenu ? (
          <button type="button" className={classes.palette} onClick={openCommandPalette}>
            <IconSearch size={16} aria-hidden="true" />
            <span>{t('ui.goTo')}</span>
            <kbd>{shortcutText()}</kbd>
          </button>
        ) : null}
        {tray}
        <div className={onMenu ? classes.headerTools : classes.headerToolsAlways}>
          <HeaderTools {...props} />
        </div>
        {me && !flags.guest ? (
          <AccountMenu
            me={me}
            tenant={tenant}
            limited={flags.limitedLogin}
            onSwitchAccount={props.onSwitchAccount}
            onSignOut={props.onSignOut}
          />
        ) : null}
      </div>
    </header>
  );
}
