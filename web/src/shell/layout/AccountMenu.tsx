import IconArrowsExchange from '@tabler/icons-react/dist/esm/icons/IconArrowsExchange.mjs';
import IconChevronDown from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs';
import IconLogout from '@tabler/icons-react/dist/esm/icons/IconLogout.mjs';
import { personName } from '#contract/display.ts';
import { useLanguage, useT } from '../../i18n/use-t.tsx';
import { Initial } from '../../ui/text/Initial.tsx';
import { PopoverButton, PopoverItem } from '../../ui/dialog/PopoverButton.tsx';
import type { FrameMe, FrameTenant } from './frame-types.ts';
import classes from './Frame.module.css';

export type AccountMenuProps = {
  me: FrameMe;
  tenant: FrameTenant | null;
  /** Signing out is all that is offered. */
  limited?: boolean | undefined;
  onSwitchAccount: (() => void) | undefined;
  onSignOut: (() => void) | undefined;
};

/** Name, user id, tenant; switch account; sign out. */
export function AccountMenu({ me, tenant, limited, onSwitchAccount, onSignOut }: AccountMenuProps) {
  const t = useT();
  const name = personName(me, useLanguage()) || me.userId;
  return (
    <PopoverButton
      label={t('ui.accountMenu', { name })}
      target={(properties) => (
        <button {...properties} type="button" className={classes.account} aria-label={t('ui.accountMenu', { name })}>
          <Initial name={name} />
          <IconChevronDown size={16} aria-hidden="true" />
        </button>
      )}
    >
      <div className={classes.who}>
        <strong>{name}</strong>
        <span>{me.userId}</span>
        {tenant ? <span>{t('ui.inTenant', { tenant: tenant.name })}</span> : null}
      </div>
      {onSwitchAccount && !limited ? (
        <PopoverItem icon={<IconArrowsExchange size={16} />} onClick={onSwitchAccount}>
          {t('common.switchAccount')}
        </PopoverItem>
      ) : null}
      {onSignOut ? (
        <PopoverItem icon={<IconLogout size={16} />} onClick={onSignOut}>
          {t('common.signOut')}
        </PopoverItem>
      ) : null}
    </PopoverButton>
  );
}
