import { componentParams, componentState } from '#contract/operator/status.ts';
import { listComponents, removeComponent, setComponent } from '../../status/status.ts';
import { type Command, inProvider, parse } from '../command.ts';

export const statusCommands: readonly Command[] = [
  {
    name: 'status set',
    places: ['component', 'status'],
    options: { component: 'text', status: 'text', name: 'text' },
    required: ['component', 'status'],
    run: async ({ tools, act }, { component, status, name }) => {
      const { componentId } = parse(componentParams, { componentId: component });
      const state = parse(componentState, { status, name });
      return { data: await inProvider(tools, (tx) => setComponent(tx, act, { componentId, ...state })) };
    },
  },
  {
    name: 'status list',
    places: [],
    options: {},
    required: [],
    run: async ({ tools }) => ({
      data: await inProvider(tools, listComponents),
      columns: ['componentId', 'name', 'status', 'updatedAt'],
    }),
  },
  {
    name: 'status remove',
    places: ['component'],
    options: { component: 'text' },
    required: ['component'],
    run: async ({ tools, act, text }, { component }) => {
      const { componentId } = parse(componentParams, { componentId: component });
      await inProvider(tools, (tx) => removeComponent(tx, act, componentId));
      return { data: null, notes: [text('operator.note.removed', { name: componentId })] };
    },
  },
];
