import { newPassword, newUser, userParams } from '#contract/operator/users.ts';
import { tenantParams } from '#contract/operator/tenants.ts';
import * as rescue from '../../users/rescue.ts';
import * as users from '../../users/users.ts';
import { type Command, type CommandContext, parse, type Values } from '../command.ts';

const who = (values: Values) => parse(userParams, { tenantId: values.tenant, userId: values.user });
const one = {
  places: ['tenant', 'user'],
  options: { tenant: 'text', user: 'text' },
  required: ['tenant', 'user'],
} as const;
/** An act on credentials: it needs a reason. */
const rescued = {
  places: one.places,
  options: { ...one.options, reason: 'text' },
  required: ['tenant', 'user', 'reason'],
} as const;

/** A generated password is shown this once. */
function withPassword({ text }: CommandContext, { user, password }: users.UserWithPassword) {
  const data = password === null ? user : { ...user, password };
  return { data, notes: password === null ? [] : [text('operator.note.passwordOnce')] };
}

export const userCommands: readonly Command[] = [
  {
    name: 'user create',
    places: ['tenant', 'user'],
    options: {
      tenant: 'text',
      user: 'text',
      'family-name': 'text',
      'given-name': 'text',
      mail: 'text',
      role: 'list',
      department: 'text',
      location: 'text',
      locale: 'text',
      timezone: 'text',
      password: 'text',
      'keep-password': 'flag',
      invite: 'flag',
      reason: 'text',
    },
    required: ['tenant', 'user'],
    run: async (context, values) => {
      const { tenantId } = parse(tenantParams, { tenantId: values.tenant });
      const user = parse(newUser, {
        userId: values.user,
        familyName: values['family-name'],
        givenName: values['given-name'],
        loginMailAddress: values.mail,
        roles: values.role,
        department: values.department,
        location: values.location,
        locale: values.locale,
        timezone: values.timezone,
        password: values.password,
        mustChangePassword: !values['keep-password'],
        invite: values.invite === true,
        reason: values.reason,
      });
      return withPassword(context, await users.createUser(context.tools, context.act, tenantId, user));
    },
  },
  {
    name: 'user show',
    ...one,
    run: async ({ tools }, values) => {
      const { tenantId, userId } = who(values);
      return { data: await users.showUser(tools, tenantId, userId) };
    },
  },
  {
    name: 'user reset-password',
    ...rescued,
    options: { ...rescued.options, password: 'text', 'keep-password': 'flag' },
    run: async (context, values) => {
      const given = { password: values.password, mustChangePassword: !values['keep-password'], reason: values.reason };
      const { tools, act } = context;
      return withPassword(context, await rescue.resetPassword(tools, act, who(values), parse(newPassword, given)));
    },
  },
  {
    name: 'user unlock',
    ...rescued,
    run: async ({ tools, act }, values) => ({
      data: await tools.db.inTenant(who(values).tenantId, (tx) => rescue.unlockUser(tools, tx, act, who(values))),
    }),
  },
  {
    name: 'user reset-mfa',
    ...rescued,
    run: async ({ tools, act }, values) => ({
      data: await tools.db.inTenant(who(values).tenantId, (tx) => rescue.resetMfa(tools, tx, act, who(values))),
    }),
  },
];
