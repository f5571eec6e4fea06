import { lookInLanguages } from './every-page/in-languages.ts';
import { walkOverPages } from './every-page/journey.ts';
import { connectionWalk } from './every-page/portal-pages.ts';

walkOverPages('en', connectionWalk, lookInLanguages);
