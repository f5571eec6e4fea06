import { LogPage } from './LogPage.tsx';
import { loginView } from './login-view.tsx';
import { operationView } from './operation-view.tsx';

/** The login log of the tenant. */
export const LoginLog = () => <LogPage view={loginView} />;

/** The system-operation log of the tenant. */
export const SystemLog = () => <LogPage view={operationView} />;
