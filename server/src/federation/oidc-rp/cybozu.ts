import { z } from 'zod';
import { OutgoingError, type Read } from '../../platform/net/outgoing.ts';
import type { Tools } from '../../platform/tools.ts';
import { type Identified, Refused } from './id-token.ts';
import { jsonOf, requestTokens } from './provider.ts';

/** A connection to cybozu.com, as far as a sign-in needs it. */
interface Cybozu {
  /** Address of the customer there. */
  issuer: string;
  subdomain: string | null;
  record_app: number | null;
}

/** Where the browser goes to, with the parameters of OAuth 2.0. */
export const authorizationUrl = ({ issuer }: Pick<Cybozu, 'issuer'>): URL => new URL(`${issuer}/oauth2/authorization`);

const tokens = z.object({
  access_token: z
    .string()
    .min(1)
    .max(64 * 1024),
  token_type: z
    .string()
    .refine((type) => type.toLowerCase() === 'bearer')
    .optional(),
});

const added = z.object({ id: z.string().regex(/^[1-9]\d{0,18}$/) });
/** The field of the creator has another code in each language; its type is always the same. */
/** Counted whatever is in it: of two, nobody knows which is right. */
const anyCreator = z.object({ type: z.literal('CREATOR') });
const creator = z.object({
  type: z.literal('CREATOR'),
  value: z.object({
    code: z
      .string()
      .min(1)
      .max(128)
      .refine((code) => code.isWellFormed() && !/\p{Cc}/u.test(code)),
    name: z.string().max(256).default(''),
  }),
});
const read = z.object({ record: z.record(z.string(), z.unknown()) });

/**
 * Finds out who the owner of a code is. No documented call of cybozu.com says so: the token adds a record to the kintone
 * app that the administrator has named, its creator is read, and it is deleted. Throws `Refused`.
 */
export async function identifyByRecord(
  tools: Tools,
  row: Cybozu,
  client: { id: string; secret: string },
  given: { code: string; redirectUri: string; verifier: string },
): Promise<Identified> {
  const { issuer, subdomain, record_app: app } = row;
  const { access_token: token } = await requestTokens(tools, `${issuer}/oauth2/token`, true, client, given, tokens);
  const headers = { accept: 'application/json', authorization: `Bearer ${token}` };
  const ask = async <T>(path: string, shape: z.ZodType<T>, how: { json?: object; method?: 'DELETE' } = {}) => {
    const address = `${issuer}/k/v1/${path}`;
    return parsed(await answerOf(tools, address, { ...how, headers }), shape, address);
  };
  const { id } = await ask('record.json', added, { json: { app } });
  const remove = () =>
    ask(`records.json?${new URLSearchParams({ app: String(app), 'ids[0]': id })}`, z.object({}), { method: 'DELETE' });
  const leaves = () =>
    remove().then(
      () => false,
      () => true,
    );
  let who: z.output<typeof creator>['value'];
  try {
    const { record } = await ask(`record.json?${new URLSearchParams({ app: String(app), id })}`, read);
    who = creatorOf(record, id, `${issuer}/k/v1/record.json`);
  } catch (error) {
    if ((await leaves()) && error instanceof Refused) throw new Refused(error.why, { ...error.detail, leftRecord: id });
    throw error;
  }
  // Whoever is known may in; that a record was left behind is for the administrator.
  const isLeft = await leaves();
  return {
    subject: `${subdomain}/${who.code}`,
    directoryId: null,
    // It does not say when somebody signed in there: such a proof is never recent.
    authenticatedAt: null,
    claims: { sub: who.code, name: who.name, preferred_username: who.code },
    ...(isLeft && { leftRecord: id }),
  };
}

function creatorOf(record: Record<string, unknown>, id: string, address: string) {
  const number = z.object({ value: z.literal(id) }).safeParse(record.$id);
  if (!number.success) throw new Refused('identity_invalid', { address, field: '$id' });
  const [first, ...more] = Object.values(record).filter((field) => anyCreator.safeParse(field).success);
  const who = creator.safeParse(first);
  if (!who.success || more.length > 0) throw new Refused('identity_invalid', { address, field: 'CREATOR' });
  return who.data.value;
}

async function answerOf(tools: Tools, address: string, asked: Parameters<Tools['outgoing']['read']>[1]): Promise<Read> {
  try {
    return await tools.outgoing.read(address, asked);
  } catch (error) {
    if (error instanceof OutgoingError) throw new Refused('identity_unreachable', { address, failure: error.reason });
    throw error;
  }
}

const told = z.object({ code: z.string().optional(), message: z.string().optional() });

function parsed<T>({ status, body }: Read, shape: z.ZodType<T>, address: string): T {
  const value = jsonOf(body);
  if (status !== 200) {
    const { code: error, message: description } = told.safeParse(value).data ?? {};
    throw new Refused('identity_refused', { address, status: String(status), error, description });
  }
  const found = shape.safeParse(value);
  if (!found.success) throw new Refused('identity_invalid', { address, field: found.error.issues[0]?.path.join('.') });
  return found.data;
}
