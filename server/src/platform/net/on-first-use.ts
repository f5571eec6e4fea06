import { type ChildProcess, fork } from 'node:child_process';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { fileURLToPath } from 'node:url';

/** A process that is started when somebody first connects to one of its ports. */
export interface Sleeper {
  close(): Promise<void>;
}

/**
 * Listens on ports of this machine alone. Whoever connects first has the script started in a process of its own, which
 * is sent what `given` answers, and sends `{ ports }` once it listens, on ports of its own: what comes is passed on. One
 * that has ended is started again. Throws if a port is taken.
 */
export async function sleepUntilUsed(
  ports: readonly number[],
  script: URL,
  given: () => Promise<object>,
  failed: (error: unknown) => void,
): Promise<Sleeper> {
  let awake: Promise<{ child: ChildProcess; ports: readonly number[] }> | undefined;
  const sockets = new Set<Socket>();

  async function wake() {
    const message = await given();
    // It needs nothing of ours: neither our settings nor our output.
    const child = fork(fileURLToPath(script), { execArgv: [], env: {}, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
    child.once('exit', () => {
      awake = undefined;
    });
    const listening = new Promise<readonly number[]>((done, failedToStart) => {
      child.once('message', (told: { ports: readonly number[] }) => done(told.ports));
      child.once('error', failedToStart);
      child.once('exit', (code) => failedToStart(new Error(`it ended with ${code}`)));
    });
    child.send(message);
    return { child, ports: await listening };
  }

  function passOn(socket: Socket, at: number) {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy());
    awake ??= wake().catch((error) => {
      awake = undefined;
      throw error;
    });
    awake.then(
      ({ ports: inside }) => {
        const there = connect({ port: inside[at] ?? 0, host: '127.0.0.1' });
        there.on('error', () => socket.destroy());
        socket.on('close', () => there.destroy());
        socket.pipe(there).pipe(socket);
      },
      (error) => {
        socket.destroy();
        failed(error);
      },
    );
  }

  const servers: Server[] = [];
  const close = async () => {
    const closed = servers.map((server) => new Promise((done) => server.close(done)));
    for (const socket of sockets) socket.destroy();
    await Promise.all(closed);
    const running = await awake?.catch(() => undefined);
    running?.child.kill();
  };
  try {
    for (const [at, port] of ports.entries()) servers.push(await listen(port, (socket) => passOn(socket, at)));
  } catch (error) {
    await close();
    throw error;
  }
  return { close };
}

const listen = (port: number, taken: (socket: Socket) => void): Promise<Server> =>
  new Promise((done, failed) => {
    const server = createServer(taken);
    server.once('error', failed);
    server.listen({ port, host: '127.0.0.1' }, () => done(server));
  });
