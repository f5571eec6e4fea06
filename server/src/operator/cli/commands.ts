import type { Command } from './command.ts';
import { browserLogCommands } from './commands/browser-log.ts';
import { contractCommands } from './commands/contracts.ts';
import { customScriptCommands } from './commands/custom-script.ts';
import { deliveryCommands } from './commands/deliveries.ts';
import { demoCommands } from './commands/demo.ts';
import { deviceCommands } from './commands/devices.ts';
import { keyCommands } from './commands/keys.ts';
import { licenseCommands } from './commands/licenses.ts';
import { maintenanceCommands } from './commands/maintenance.ts';
import { oauthApiCommands } from './commands/oauth-apis.ts';
import { oauthClientCommands } from './commands/oauth-clients.ts';
import { operatorTokenCommands } from './commands/operator-tokens.ts';
import { serviceCommands } from './commands/services.ts';
import { statusCommands } from './commands/status.ts';
import { tenantCommands } from './commands/tenants.ts';
import { toggleCommands } from './commands/toggles.ts';
import { userCommands } from './commands/users.ts';

/** Every command there is. */
export const commands: readonly Command[] = [
  ...tenantCommands,
  ...userCommands,
  ...oauthClientCommands,
  ...oauthApiCommands,
  ...keyCommands,
  ...deliveryCommands,
  ...toggleCommands,
  ...maintenanceCommands,
  ...customScriptCommands,
  ...statusCommands,
  ...operatorTokenCommands,
  ...serviceCommands,
  ...contractCommands,
  ...licenseCommands,
  ...deviceCommands,
  ...browserLogCommands,
  ...demoCommands,
];
