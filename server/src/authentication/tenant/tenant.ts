import * as queries from './queries.ts';

/** The stored part of the `securityPolicy` of the transaction's tenant; null when it is not there or suspended. */
export const readTenantPolicy = queries.readTenantPolicy;
