import IconListCheck from '@tabler/icons-react/dist/esm/icons/IconListCheck.mjs';
import type { AppIcon } from '#contract/licences/available-services.ts';
import { Initial } from '../../../ui/text/Initial.tsx';
import classes from './services.module.css';

/** The icon of an application; its initial where it has none. Its name stands beside it. */
export function AppImage({ app, size }: { app: AppIcon; size: number }) {
  if (app.isSiteSetupNavi) {
    return (
      <span className={classes.setupIcon} style={{ width: size, height: size }}>
        <IconListCheck size={size / 2} stroke={1.75} aria-hidden="true" />
      </span>
    );
  }
  if (!app.iconURL) return <Initial name={app.appName} size={size} />;
  return <img className={classes.image} src={app.iconURL} alt="" width={size} height={size} loading="lazy" />;
}
