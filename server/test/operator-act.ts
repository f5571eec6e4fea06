import { commandAct } from '#server/operator/command-act.ts';

/** An act of an operator with all scopes and a reason. */
export const operatorAct = (now = new Date()) =>
  commandAct({
    tools: null,
    now,
    action: 'test',
    actor: { type: 'operator', id: 'cli:tests', name: 'cli:tests' },
    reason: 'a test asks for it',
    requestId: 'test',
  });
