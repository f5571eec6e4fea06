import { createHash } from 'node:crypto';
import { fail } from '#contract/errors.ts';
import type { NewService, OperatorService, ServiceChanges } from '#contract/operator/services.ts';
import { changedFields } from '../../platform/events/write.ts';
import { PROVIDER, type Tx } from '../../platform/db/transaction.ts';
import { readIcon } from '../../platform/images/icon.ts';
import { iconUrl } from '../../licences/icons/icons.ts';
import type { Acting } from '../../platform/http/acting.ts';
import * as queries from './queries.ts';

const toService = (row: queries.ServiceRow): OperatorService => ({
  serviceClass: row.service_class,
  names: row.names,
  descriptions: row.descriptions,
  linkURLs: row.link_urls,
  adminLinkURLs: row.admin_link_urls,
  iconURL: iconUrl(row.service_class, row.icon_version),
  enabled: row.enabled,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
});

const json = (value: object | null) => value && JSON.stringify(value);

/** The columns of what is given; what is not given has none. Throws `invalid_params` for an icon that is no harmless SVG. */
function columnsOf({ icon, ...given }: ServiceChanges) {
  const drawing = icon && readIcon(icon);
  if (icon && !drawing) throw fail('invalid_params', { field: 'icon' });
  const version = drawing ? createHash('sha256').update(drawing).digest('hex').slice(0, 16) : null;
  return {
    ...(given.enabled !== undefined && { enabled: given.enabled }),
    ...(given.names && { names: JSON.stringify(given.names) }),
    ...(given.descriptions && { descriptions: JSON.stringify(given.descriptions) }),
    ...(given.linkURLs !== undefined && { link_urls: json(given.linkURLs) }),
    ...(given.adminLinkURLs !== undefined && { admin_link_urls: json(given.adminLinkURLs) }),
    ...(icon !== undefined && { icon: drawing, icon_version: version }),
  };
}

/** Every service, by class. */
export async function listServices(tx: Tx): Promise<OperatorService[]> {
  return (await queries.listServices(tx)).map(toService);
}

/** One service. Throws `not_found`. */
export async function showService(tx: Tx, serviceClass: string): Promise<OperatorService> {
  const row = await queries.findService(tx, serviceClass);
  if (!row) throw fail('not_found', { field: 'serviceClass' });
  return toService(row);
}

/** Adds a service. Throws `duplicated`, `invalid_params` (icon). */
export async function createService(tx: Tx, act: Acting, given: NewService): Promise<OperatorService> {
  const { serviceClass, ...facts } = given;
  const row = { ...columnsOf(facts), names: JSON.stringify(given.names), service_class: serviceClass };
  const made = await queries.insertService(tx, { ...row, created_at: act.now, updated_at: act.now });
  if (!made) throw fail('duplicated', { field: 'serviceClass' });
  await act.audit(tx, { type: 'service.created', targetId: serviceClass }, { tenantId: PROVIDER, operation: 'create' });
  return toService(made);
}

/** Changes what is given. Throws `not_found`, `invalid_params` (icon). */
export async function updateService(
  tx: Tx,
  act: Acting,
  serviceClass: string,
  given: ServiceChanges,
): Promise<OperatorService> {
  const values = columnsOf(given);
  const before = await queries.findService(tx, serviceClass);
  const row = before && (await queries.updateService(tx, serviceClass, { ...values, updated_at: act.now }));
  if (!row) throw fail('not_found', { field: 'serviceClass' });
  const { updatedAt: _, ...after } = toService(row);
  const changes = changedFields({ ...toService(before) }, after);
  const target = { type: 'service.changed', targetId: serviceClass, changes } as const;
  await act.audit(tx, target, { tenantId: PROVIDER, operation: 'update' });
  return toService(row);
}
