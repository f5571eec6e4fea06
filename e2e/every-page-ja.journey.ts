import { walkEveryPage } from './every-page/journey.ts';

walkEveryPage('ja');
