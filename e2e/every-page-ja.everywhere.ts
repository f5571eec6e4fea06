import { guestWalk } from './every-page/guest-pages.ts';
import { walkOverPages } from './every-page/journey.ts';
import { peopleWalk, settingsWalk } from './every-page/portal-pages.ts';

walkOverPages('ja', [...guestWalk, ...peopleWalk, ...settingsWalk]);
