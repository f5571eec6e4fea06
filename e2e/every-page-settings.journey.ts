import { walkOverPages } from './every-page/journey.ts';
import { settingsWalk } from './every-page/portal-pages.ts';

walkOverPages('en', settingsWalk);
