import { byPage, listAddress } from '../../../ui/list/address.ts';

export const versionAddress = listAddress(byPage);
