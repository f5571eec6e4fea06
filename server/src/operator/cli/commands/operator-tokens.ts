import { newToken, revokeToken } from '#contract/operator/tokens.ts';
import { createOperatorToken, listOperatorTokens, revokeOperatorToken } from '../../operator-tokens/operator-tokens.ts';
import { type Command, inProvider, parse } from '../command.ts';

export const operatorTokenCommands: readonly Command[] = [
  {
    name: 'operator-token create',
    places: ['name'],
    options: { name: 'text', days: 'text', scope: 'list' },
    required: ['name'],
    run: async ({ tools, act, text }, { name, days, scope }) => {
      const wish = { name, days: days === undefined ? undefined : Number(days), scopes: scope };
      const data = await createOperatorToken(tools, act, parse(newToken, wish));
      const { scopes } = data;
      const shown = { count: scopes.length, scopes: scopes.join(', ') };
      return { data, notes: [text('operator.note.tokenOnce', shown)] };
    },
  },
  {
    name: 'operator-token list',
    places: [],
    options: {},
    required: [],
    run: async ({ tools, act }) => ({
      data: await inProvider(tools, (tx) => listOperatorTokens(tx, act.now)),
      columns: ['name', 'state', 'scopes', 'createdAt', 'expiresAt'],
    }),
  },
  {
    name: 'operator-token revoke',
    places: ['name'],
    options: { name: 'text' },
    required: ['name'],
    run: async ({ tools, act, text }, values) => {
      const { name } = parse(revokeToken.params, { name: values.name });
      await inProvider(tools, (tx) => revokeOperatorToken(tx, act, name));
      return { data: null, notes: [text('operator.note.removed', { name })] };
    },
  },
];
