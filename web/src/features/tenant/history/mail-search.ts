import { listAddress, pageSize, uuidCursor } from '../../../ui/list/address.ts';

export const policyMailAddress = listAddress({ cursor: uuidCursor, count: pageSize });
