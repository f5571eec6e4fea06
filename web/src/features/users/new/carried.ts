import { emptyForm, type NewUserForm } from './form.ts';

let carried: Partial<NewUserForm> = {};

/** Takes what was typed in the dialog along to the page: it is not to stand in an address. */
export function carryToPage(form: Partial<NewUserForm>): void {
  carried = form;
}

/** The form the page begins with. */
export const carriedForm = (): NewUserForm => ({ ...emptyForm, ...carried });
