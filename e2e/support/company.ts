import type { Page } from 'playwright-core';
import { paths } from '../../web/src/base/paths.ts';
import { makePerson, type Person } from './people.ts';
import { openSignedIn } from './session.ts';
import type { Stage } from './stage.ts';
import { say } from './words.ts';

let companies = 0;

export interface Company {
  administrator: Person;
  people: Person[];
}

/** A new tenant with an administrator and a number of users. */
export async function makeCompany({ portico }: Stage, users: number): Promise<Company> {
  companies += 1;
  const tenantId = `company-${companies}`;
  await portico.cli('tenant', 'create', tenantId, '--name', `Company ${companies}`);
  const administrator = await makePerson(portico, tenantId, 'PowerUser');
  const people: Person[] = [];
  for (let made = 0; made < users; made += 1) people.push(await makePerson(portico, tenantId));
  return { administrator, people };
}

/** Opens a settings page as an administrator in a new browser. */
export async function openSection(
  stage: Stage,
  administrator: Person,
  section: Parameters<typeof paths.tenant>[0],
): Promise<Page> {
  const { page } = await stage.visit();
  await openSignedIn(page, administrator, paths.tenant(section));
  return page;
}

/** The sentence of an effect in the dialog before saving. */
export const told = (page: Page, effect: string, count: number) =>
  page
    .getByRole('region', { name: say('policy.impactTitle') })
    .getByText(say(`policy.effect_${effect}`, { count }), { exact: true });

const sections = ['passwordPolicy', 'passwordExpirationPolicy', 'accountLockPolicy', 'sessionPolicy', 'loginPolicy'];

/** The message that a policy was saved. */
export const savedMessage = (page: Page) => {
  const words = ['policy.saved', ...sections.map((section) => `policy.saved_${section}`)].map((key) => say(key));
  return page.getByText(new RegExp(`^(${words.join('|').replaceAll('.', '[.]')})$`));
};

/** Waits for the message that the policy was saved. */
export const saved = (page: Page) => savedMessage(page).waitFor();
