import { lookInLanguages } from './every-page/in-languages.ts';
import { walkOverPages } from './every-page/journey.ts';
import { peopleWalk } from './every-page/portal-pages.ts';

walkOverPages('en', peopleWalk, lookInLanguages);
