import { randomFillSync } from 'node:crypto';

const COUNTER_LIMIT = 0x1000;
const POOL_BYTES = 10 * 256;

const pool = Buffer.alloc(POOL_BYTES);
let poolOffset = POOL_BYTES;
let lastMillis = 0;
let counter = 0;

/**
 * A new UUIDv7 (RFC 9562 section 5.7), lower case with hyphens.
 * The ids of one process always ascend: the 12 bits after the time are a counter with a random start
 * (section 6.2, method 1); when it overflows, or the clock steps back, the time part runs ahead.
 */
export function newUuid(): string {
  const random = takeRandom();
  const now = Date.now();
  if (now > lastMillis) {
    lastMillis = now;
    // The top bit starts at zero, so that a millisecond has room for 2,048 further ids.
    counter = random.readUInt16BE(0) & 0x7ff;
  } else if (++counter === COUNTER_LIMIT) {
    lastMillis += 1;
    counter = random.readUInt16BE(0) & 0x7ff;
  }
  const time = lastMillis.toString(16).padStart(12, '0');
  const tail = random.toString('hex', 2, 10);
  const variant = ((random[2]! & 0x3f) | 0x80).toString(16);
  return `${time.slice(0, 8)}-${time.slice(8)}-7${counter.toString(16).padStart(3, '0')}-${variant}${tail.slice(2, 4)}-${tail.slice(4)}`;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whether a text is a UUID of any version: PostgreSQL refuses to compare one with anything else. */
export const isUuid = (text: string): boolean => UUID.test(text);

/** Random bytes from a pool: one system call per 256 IDs. The view is valid until the next call. */
function takeRandom(): Buffer {
  if (poolOffset >= POOL_BYTES) {
    randomFillSync(pool);
    poolOffset = 0;
  }
  const bytes = pool.subarray(poolOffset, poolOffset + 10);
  poolOffset += 10;
  return bytes;
}
