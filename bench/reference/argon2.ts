import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';

/** Raw argon2id verifications (19 MiB, two passes, one lane) on all cores, and nothing else. */
const known = hash('a password of the bench', { memoryCost: 19_456, timeCost: 2, parallelism: 1 });

async function run(seconds: number): Promise<{ count: number; seconds: number }> {
  const stored = await known;
  let count = 0;
  const start = performance.now();
  const worker = async () => {
    while (performance.now() - start < seconds * 1000) {
      if (!(await verify(stored, 'a password of the bench'))) throw new Error('argon2 says no');
      count += 1;
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, worker));
  return { count, seconds: (performance.now() - start) / 1000 };
}

process.on('message', ({ seconds }: { seconds: number }) => {
  run(seconds).then(
    (result) => process.send?.({ result }),
    (error) => process.send?.({ error: String(error) }),
  );
});
process.on('disconnect', () => process.exit());
