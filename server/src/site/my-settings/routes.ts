import { updateMe } from '#contract/site/me-basic-settings.ts';
import { userEntries } from '../../platform/events/write.ts';
import { handle } from '../../platform/http/serve.ts';
import { readMe } from '../me/me.ts';
import { changeBasicSettings } from './basic-settings.ts';

export const basicSettingsRoutes = [
  handle(updateMe, async ({ tx, caller, body, audit, now }) => {
    const changes = await changeBasicSettings(tx, caller, body, now);
    await audit(tx, userEntries(caller.uuid, changes));
    return readMe(tx, caller.uuid);
  }),
];
