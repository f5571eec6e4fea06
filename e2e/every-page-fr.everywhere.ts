import { walkOverAllPages } from './every-page/whole-walk.ts';

walkOverAllPages('fr');
