import { guestWalk } from './every-page/guest-pages.ts';
import { walkOverPages } from './every-page/journey.ts';

walkOverPages('en', guestWalk);
